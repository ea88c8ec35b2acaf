import { setTimeout as delay } from 'node:timers/promises';
import { SluiceApiError } from '../../client/index.ts';
import type { components } from '../../client/index.ts';
import { hasEnded } from '../domain/job-states.ts';
import { bar } from './bar.ts';

/** A record of the API as far as the command line shows its progress. */
export interface WatchedJob {
  readonly state: string;
  readonly done: number;
  /** Null while the amount of work is unknown. */
  readonly total: number | null;
  /** Progress of an unfinished job as the service has measured it. */
  readonly measured?: components['schemas']['SubscriberImport']['progress'];
}

interface Watched<Job> {
  readonly read: () => Promise<Job>;
  /** Returns the progress to show of a record. */
  readonly progressOf: (job: Job) => WatchedJob;
  /** Unit of the work in the plural, such as rows. */
  readonly unit: string;
  /** Whether to stop at a job that has not ended: it waits for a person. */
  readonly isOver?: (job: Job) => boolean;
  readonly signal?: AbortSignal;
}

const POLL_MS = 250;

/**
 * Reads a job until it has ended and shows its progress on stderr. Calls that the service postpones are repeated after the
 * time that it names. @returns the last record; @throws AbortError when the signal is aborted
 */
export async function watchJob<Job>({ read, progressOf, unit, isOver, signal }: Watched<Job>): Promise<Job> {
  const progress = createProgress(unit);
  try {
    for (;;) {
      let waitMs = POLL_MS;
      try {
        const job = await read();
        progress.show(progressOf(job));
        if (hasEnded(progressOf(job).state) || isOver?.(job) === true) return job;
      } catch (error) {
        if (!(error instanceof SluiceApiError) || error.retryAfterSeconds === null) throw error;
        waitMs = Math.max(POLL_MS, error.retryAfterSeconds * 1000);
      }
      await delay(waitMs, undefined, { signal });
    }
  } finally {
    progress.end();
  }
}

/** The exit code that reports how a job ended: 0 finished, 3 failed, 4 cancelled. */
export function exitCodeOfState(state: string): number {
  return { finished: 0, failed: 3, cancelled: 4 }[state] ?? 1;
}

/** A terminal has one line that changes; a file gets a line for each state. */
function createProgress(unit: string) {
  const { stderr } = process;
  let first: { readonly at: number; readonly done: number } | null = null;
  let shownState: string | null = null;
  return {
    show: ({ state, done, total, measured }: WatchedJob) => {
      first ??= { at: performance.now(), done };
      const seconds = (performance.now() - first.at) / 1000;
      const mean = seconds === 0 ? 0 : (done - first.done) / seconds;
      const line = [
        `${bar(done, total)} ${done} of ${total ?? '?'} ${unit}`,
        `${Math.round(measured?.rate ?? mean)} ${unit}/s`,
        state,
        ...(measured?.seconds_left == null ? [] : [`about ${measured.seconds_left} s left`]),
        ...(measured?.place_in_queue == null ? [] : [`place ${measured.place_in_queue} in the queue`]),
      ].join(', ');
      if (stderr.isTTY) stderr.write(`\r\x1b[2K${line}`);
      else if (state !== shownState) stderr.write(`${line}\n`);
      shownState = state;
    },
    end: () => {
      if (stderr.isTTY && shownState !== null) stderr.write('\n');
    },
  };
}
