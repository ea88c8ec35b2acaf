import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useEventStream } from '../../hooks/use-event-stream.ts';
import { doneOf, hasEnded } from '../../hooks/use-live-jobs.ts';
import type { LiveJob } from '../../hooks/use-live-jobs.ts';
import { speedOf } from '../../jobs/job-health.ts';
import { StartButton } from '../../jobs/kinds/subscriber-import/start-button.tsx';
import { CommandButton } from '../../parts/command-button.tsx';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FailedRows } from '../../parts/failed-rows.tsx';
import { formatCount, formatDuration, formatLocalTime } from '../../parts/format.ts';
import { newerCounters, outcomeParts } from '../../parts/import-outcomes.ts';
import { wordsOf } from '../../parts/words.ts';
import { announce } from '../../parts/live-region.tsx';
import { Notices } from '../../parts/notices.tsx';
import { PartialLog } from '../../parts/partial-log.tsx';
import { RowStatuses } from '../../parts/row-statuses.tsx';
import { StackedBar } from '../../parts/stacked-bar.tsx';
import { StreamNotice } from '../../parts/stream-notice.tsx';
import { newIdempotencyKey } from '../../session/idempotency-key.ts';
import { useApi } from '../../session/session.tsx';
import type { optionsOf } from './draft.ts';
import { outcomeSentence } from './outcome-sentence.ts';

type Import = components['schemas']['SubscriberImport'];

interface CheckStepProps {
  listId: number;
  listName: string;
  options: ReturnType<typeof optionsOf>;
  /** Numbers of the columns of consent that are left out on purpose. */
  leftOut: readonly number[];
  /** The value of an input of the type datetime-local; empty: at once. */
  beginsAt: string;
  /** The options that the dry run was made with, as text; null when this tab did not make it. */
  checkedWith: string | null;
  dryRunId: number | null;
  isReady: boolean;
  onChecked: (dryRunId: number, checkedWith: string) => void;
}

/** The last step: a dry run shows what would happen, and one button does it. */
export function CheckStep(props: CheckStepProps) {
  const { listId, options, leftOut, checkedWith, dryRunId, isReady, onChecked } = props;
  const { client } = useApi();
  const settings = JSON.stringify([options, leftOut]);
  const key = useMemo(newIdempotencyKey, [settings, dryRunId]);
  const isOld = checkedWith !== null && checkedWith !== settings;
  const check = async () => {
    const { id } = await dataOf(
      client.POST('/mailing_lists/{id}/subscriber_imports', {
        params: { path: { id: listId }, header: { 'Idempotency-Key': key } },
        body: { subscriber_import: { ...options, dry_run: true } },
      }),
    );
    onChecked(id, settings);
  };
  const button = (
    <CommandButton kind="primary" disabled={!isReady} run={check} failed="The check did not begin">
      {dryRunId === null ? 'Check the file' : 'Check again'}
    </CommandButton>
  );
  if (dryRunId === null) {
    return (
      <>
        <p>The check reads the whole file and compares it with the list. It changes nothing.</p>
        {button}
      </>
    );
  }
  return (
    <>
      {isOld && (
        <div class="panel warning">
          <p>The settings have changed since this check.</p>
          {button}
        </div>
      )}
      <DryRun key={dryRunId} {...props} id={dryRunId} canStart={!isOld} again={button} />
    </>
  );
}

interface DryRunProps extends CheckStepProps {
  id: number;
  canStart: boolean;
  again: ComponentChildren;
}

function DryRun({ id, listName, beginsAt, canStart, again }: DryRunProps) {
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
    if (isOver) announce(`The check is ${wordsOf(record.data?.state ?? '')}.`);
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
          The check {state === 'failed' ? 'failed' : 'was cancelled'}
          {error_message !== null && `: ${error_message}`}
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
      <StackedBar label="Rows by what would happen" parts={outcomeParts(stats.subscribers)} />
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
        <b>{wordsOf(state)}</b>: {formatCount(done)}
        {total !== null && ` of ${formatCount(total)}`} rows
        {rate !== null && `, ${formatCount(Math.round(rate))} rows/s`}
        {seconds_left !== null && `, ${formatDuration(seconds_left)} left`}
        {live?.place_in_queue != null && `, place ${live.place_in_queue} in the queue`}
      </p>
      {total !== null && total > 0 && <progress aria-label="Progress of the check" max={total} value={done} />}
      <StackedBar label="Rows by what would happen so far" parts={outcomeParts(counters)} />
      {live?.error_message != null && <p class="panel warning">{live.error_message}</p>}
      <p>
        <a href={linkTo(`/imports/${record.id}`)}>See the check as a job</a>
      </p>
    </>
  );
}
