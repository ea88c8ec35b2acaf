import { Counter, type Registry } from 'prom-client';
import { END_STATES, hasEnded } from '../domain/job-states.ts';

/** A job whose state was recorded. */
export interface RecordedJob {
  /** The name of its kind. */
  readonly kind: string;
  readonly state: string;
  /** The type of the fault that it failed with. */
  readonly fault?: string;
}

/** Counts a job if its state is an end; call it once for each change that was written. */
export type CountEnd = (job: RecordedJob) => void;

/** The values that the labels of the counters have. */
export interface EndedJobLabels {
  readonly kinds: readonly { readonly name: string; readonly ownFaults?: readonly string[] }[];
  /** The types of faults that jobs of every kind may fail with. */
  readonly faults: readonly string[];
}

/** Stands for a type of fault that is not in the list: the labels have a bounded number of values. */
const OTHER_FAULT = 'InternalFault';

/** Adds counters of ended and of failed jobs to the metrics. Each begins at 0, so that the first end is an increase. */
export function countEndedJobs(registry: Registry, { kinds, faults }: EndedJobLabels): CountEnd {
  const registers = [registry];
  const ended = new Counter({
    name: 'sluice_jobs_ended_total',
    help: 'Jobs that have ended, by kind and end state; a failed job that is restarted ends again.',
    labelNames: ['kind', 'state'],
    registers,
  });
  const failed = new Counter({
    name: 'sluice_jobs_failed_total',
    help: 'The failed jobs of sluice_jobs_ended_total, by kind and type of the fault.',
    labelNames: ['kind', 'reason'],
    registers,
  });
  const reasons = new Map(
    kinds.map(({ name, ownFaults = [] }) => [name, new Set([...faults, ...ownFaults, OTHER_FAULT])]),
  );
  for (const [kind, known] of reasons) {
    for (const state of END_STATES) ended.inc({ kind, state }, 0);
    for (const reason of known) failed.inc({ kind, reason }, 0);
  }

  return ({ kind, state, fault = OTHER_FAULT }) => {
    const known = reasons.get(kind);
    if (known === undefined || !hasEnded(state)) return;
    ended.inc({ kind, state });
    if (state === 'failed') failed.inc({ kind, reason: known.has(fault) ? fault : OTHER_FAULT });
  };
}
