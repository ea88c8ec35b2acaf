import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useState } from 'preact/hooks';
import { wordsOf } from '../../parts/words.ts';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useEventStream } from '../../hooks/use-event-stream.ts';
import { doneOf, hasEnded } from '../../hooks/use-live-jobs.ts';
import type { LiveJob } from '../../hooks/use-live-jobs.ts';
import { speedOf } from '../../jobs/job-health.ts';
import { Obstacle } from '../../jobs/diagnosis.tsx';
import { StartButton } from '../../jobs/kinds/subscriber-import/start-button.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FailedRows } from '../../parts/failed-rows.tsx';
import { formatCount, formatDuration, formatLocalTime, formatCountOf } from '../../parts/format.ts';
import { newerCounters, outcomeParts } from '../../parts/import-outcomes.ts';
import { inPageWords } from '../../parts/page-words.ts';
import { announce } from '../../parts/live-region.tsx';
import { Notices } from '../../parts/notices.tsx';
import { PartialLog } from '../../parts/partial-log.tsx';
import { RowStatuses } from '../../parts/row-statuses.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { useApi } from '../../session/session.tsx';

type Import = components['schemas']['SubscriberImport'];

interface DryRunProps {
  id: number;
  listName: string;
  /** The value of an input of the type datetime-local; empty: at once. */
  beginsAt: string;
  canStart: boolean;
  again: ComponentChildren;
}

/** A dry run: its progress, then what would happen with the button that does it. */
export function DryRun({ id, listName, beginsAt, canStart, again }: DryRunProps) {
  const { client } = useApi();
  const { route } = useLocation();
  const record = useAnswer(
    () => dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id } } })),
    [client, id],
  );
  const isOver = record.data !== undefined && hasEnded(record.data);
  const [live, setLive] = useState<LiveJob | null>(null);
  const stream = useEventStream<LiveJob>(
    record.data === undefined || isOver ? null : `/subscriber_imports/${id}/events`,
    setLive,
  );
  const hasLiveEnded = live !== null && hasEnded(live);
  useEffect(() => {
    if (hasLiveEnded) record.reload();
  }, [hasLiveEnded]);
  useEffect(() => {
    if (record.data !== undefined && isOver) announce(endOf(record.data, listName));
  }, [isOver]);

  if (record.error !== null) {
    return (
      <>
        <ErrorPanel error={record.error} what="The check cannot be shown" onRetry={record.reload} />
        {again}
      </>
    );
  }
  if (record.data === undefined) return <p class="muted">Loading the check …</p>;
  if (!isOver) return <Progress record={record.data} live={live} stream={stream} />;
  const { state, error_message, stats, started_import_id } = record.data;
  if (state !== 'finished') {
    return (
      <div class="panel error" role="alert">
        <p>
          The check {state === 'failed' ? 'failed' : 'was stopped'}
          {error_message === null ? '.' : `: ${inPageWords(error_message)}`}
        </p>
        {again}
      </div>
    );
  }
  if (started_import_id !== null) {
    return (
      <p>
        This check was started as <a href={linkTo(`/imports/${started_import_id}`)}>import {started_import_id}</a>.
      </p>
    );
  }
  const sentence = outcomeSentence(stats, listName);
  const start = async () => {
    const started = await dataOf(
      client.POST('/subscriber_imports/{id}/start', {
        params: { path: { id } },
        ...(beginsAt !== '' && { body: { begins_at: new Date(beginsAt).toISOString() } }),
      }),
    );
    route(linkTo(`/imports/${started.id}`));
  };
  return (
    <>
      <StackedBar
        label="Rows by what would happen"
        parts={outcomeParts(stats.subscribers, (outcome) => `${linkTo(`/imports/${id}`)}?log=${outcome}#log`)}
      />
      <RowStatuses record={record.data} />
      <Notices notices={record.data.notices} />
      <PartialLog record={record.data} />
      {stats.subscribers.failed > 0 && <FailedRows record={record.data} />}
      {canStart && (
        <div class="go">
          <StartButton dryRun={record.data} run={start}>
            {sentence}
            {beginsAt !== '' && `, beginning ${formatLocalTime(new Date(beginsAt))}`}
          </StartButton>
        </div>
      )}
    </>
  );
}

/** The end of a check, for screen readers. */
function endOf({ state, stats, error_message }: Import, listName: string): string {
  if (state === 'finished') return `The check is finished: ${outcomeSentence(stats, listName)}.`;
  return `The check ${state === 'failed' ? 'failed' : 'was stopped'}. ${error_message ?? ''}`;
}

interface ProgressProps {
  record: Import;
  live: LiveJob | null;
  stream: ReturnType<typeof useEventStream>;
}

function Progress({ record, live, stream }: ProgressProps) {
  const state = live?.state ?? record.state;
  const total = live?.progress_total ?? record.stats.number_of_records;
  const done = doneOf(record.stats.records_imported, live);
  const counters = newerCounters(record.stats.subscribers, live?.counters);
  const { rate, seconds_left } = speedOf(live ?? undefined, stream);
  return (
    <>
      <StreamNotice stream={stream} />
      <p>
        <b>{checkStateWords(state)}</b>: {formatCount(done)}
        {total !== null && ` of ${formatCount(total)}`} rows
        {rate !== null && `, ${formatCount(Math.round(rate))} rows/s`}
        {seconds_left !== null && `, ${formatDuration(seconds_left)} left`}
        {live?.place_in_queue != null && `, place ${live.place_in_queue} in the queue`}
      </p>
      {total !== null && total > 0 && <progress aria-label="Progress of the check" max={total} value={done} />}
      <StackedBar label="Rows by what would happen so far" parts={outcomeParts(counters)} />
      {live?.error_message != null && <p class="panel warning">{inPageWords(live.error_message)}</p>}
      <Obstacle kind="subscriber_import" id={record.id} />
      <p>
        <a href={linkTo(`/imports/${record.id}`)}>See the check as a job</a>
      </p>
    </>
  );
}

/** States of a dry run, as people say them. */
const OF_CHECKS: Readonly<Record<string, string>> = {
  scheduled: 'Waiting to begin',
  downloading: 'Getting the file',
  splitting: 'Reading the file',
  importing: 'Comparing with the list',
  paused: 'Paused',
  finished: 'Finished',
  failed: 'Failed',
  cancelled: 'Stopped',
};

/** The state of a dry run in people's words. */
function checkStateWords(state: string): string {
  return OF_CHECKS[state] ?? wordsOf(state);
}

type Stats = components['schemas']['SubscriberImport']['stats'];

/** Predicted outcome, counted by the dry run: "Add 48,210 and update 1,344 subscribers of News; 446 rows fail". */
function outcomeSentence({ subscribers, reactivated, deactivated }: Stats, listName: string): string {
  const { added, updated, failed, ...skipped } = subscribers;
  const skips = Object.values(skipped).reduce((sum, count) => sum + count, 0);
  const changes = [
    ...(added > 0 ? [`add ${formatCount(added)}`] : []),
    ...(updated > 0 ? [`update ${formatCount(updated)}`] : []),
    ...((deactivated ?? 0) > 0 ? [`deactivate ${formatCount(deactivated)}`] : []),
  ];
  const changed = added + updated + (deactivated ?? 0);
  const noun = changed === 1 ? 'subscriber' : 'subscribers';
  const preposition = updated === 0 && (deactivated ?? 0) === 0 ? 'to' : 'of';
  const what =
    changes.length === 0
      ? `change no subscriber of ${listName}`
      : `${listOf(changes)} ${noun} ${preposition} ${listName}`;
  const rest = [
    ...((reactivated ?? 0) > 0
      ? [`${formatCount(reactivated)} become${reactivated === 1 ? 's' : ''} active again`]
      : []),
    ...(failed > 0 ? [`${formatCountOf(failed, 'row')} ${failed === 1 ? 'fails' : 'fail'}`] : []),
    ...(skips > 0 ? [`${formatCountOf(skips, 'row')} ${skips === 1 ? 'is' : 'are'} skipped`] : []),
  ];
  return [what.charAt(0).toUpperCase() + what.slice(1), ...rest].join('; ');
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
}
