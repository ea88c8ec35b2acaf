import { formatCount, formatDuration } from '../parts/format.ts';
import type { EventStreamState } from '../hooks/use-event-stream.ts';
import { doneOf } from '../hooks/use-live-jobs.ts';
import type { LiveJob } from '../hooks/use-live-jobs.ts';
import { speedOf } from './job-health.ts';
import type { ConsoleKind, JobRecord } from './job-kind.ts';

interface ProgressProps {
  kind: ConsoleKind;
  record: JobRecord;
  live: LiveJob | null;
  stream: EventStreamState;
}

/** Progress bar of a job, with its rate and the remaining time. */
export function Progress({ kind, record, live, stream }: ProgressProps) {
  const isOver = record.finishedAt !== null;
  const done = isOver ? record.done : doneOf(record.done, live);
  const total = isOver || live === null ? record.total : live.progress_total;
  const share = total === null || total === 0 ? (isOver ? 1 : 0) : Math.min(1, done / total);
  return (
    <div class="progress">
      <div
        role="progressbar"
        aria-label={`${kind.unit.many} done`}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={total === null ? undefined : done}
        aria-valuetext={sentenceOf(kind, done, total)}
      >
        <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="tone-empty" width="1000" height="10" />
          <rect class={TONES[record.state] ?? 'tone-changed'} width={share * 1000} height="10" />
        </svg>
      </div>
      <p class="figure">
        <b>{sentenceOf(kind, done, total)}</b>
        {!isOver && live !== null && <span class="muted">{rateOf(kind, live, stream)}</span>}
      </p>
    </div>
  );
}

const TONES: Readonly<Record<string, string>> = {
  finished: 'tone-good',
  failed: 'tone-bad',
  cancelled: 'tone-neutral',
  paused: 'tone-warning',
};

function sentenceOf({ unit }: ConsoleKind, done: number, total: number | null): string {
  if (total === null) return done === 0 ? `No ${unit.many} counted yet` : `${formatCount(done)} ${unit.many}`;
  const percent = total === 0 ? '' : ` (${Math.floor((done / total) * 100)} %)`;
  return `${formatCount(done)} of ${formatCount(total)} ${total === 1 ? unit.one : unit.many}${percent}`;
}

function rateOf({ unit }: ConsoleKind, live: LiveJob, stream: EventStreamState): string {
  const { place_in_queue } = live;
  const { rate, seconds_left } = speedOf(live, stream);
  const parts = [];
  if (place_in_queue !== null) parts.push(`waits for a slot at place ${formatCount(place_in_queue)}`);
  if (rate !== null) parts.push(`${formatCount(Math.round(rate))} ${unit.many}/s`);
  if (seconds_left !== null) parts.push(`about ${formatDuration(seconds_left)} left`);
  return parts.join(', ');
}
