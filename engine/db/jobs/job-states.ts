import type { Pool } from 'pg';
import { changeState, withEvents } from '../webhooks/job-events.ts';
import type { ChangedState } from '../webhooks/job-events.ts';
import { recordCommands } from './job-activity.ts';
import type { TakenCommand } from './job-activity.ts';

/** The public state of a job, as its workflow reports it. */
export interface JobStateChange {
  readonly state: string;
  readonly errorMessage: string | null;
  /** The type of the fault that the job failed with; absent unless it did. */
  readonly fault?: string;
  /** Whether the job needs an operator; absent unless it does. */
  readonly isStalled?: true;
  /** The commands that the job took since the last report. */
  readonly commands?: readonly TakenCommand[];
}

/** The states of the jobs of a kind, which are written by the name of a job's id. */
export interface JobStates<Key extends string> {
  readonly kind: string;
  /** Writes the public state of a job that has not ended, with the events of the change; at its end also when that was. */
  readonly record: (pool: Pool, change: JobStateChange & Readonly<Record<Key, number>>) => Promise<ChangedState>;
}

/** Columns of the table of a kind, and the parts of its statement that other kinds do not have, as SQL on `job`. */
interface StateColumns<Key extends string> {
  /** The name of the kind, as records about jobs of all kinds hold it. */
  readonly kind: string;
  readonly jobType: string;
  readonly table: string;
  readonly idColumn?: string;
  /** Name of the id in the reports of its workflows. */
  readonly key: Key;
  /** Condition on the rows that are jobs of this service. */
  readonly isJob?: string;
  /** The states in which a job waits to begin. */
  readonly waiting: readonly string[];
  readonly list?: string;
  readonly done: string;
  readonly total: string;
  readonly counters?: string;
  /** Further assignments. */
  readonly sets?: readonly string[];
}

/** An assignment: the time at which a job with a queue first does work. */
export const SETS_START = `started_at = case when $2 in ('idle', 'paused', 'cancelled') then job.started_at else coalesce(job.started_at, now()) end`;

/** Makes the record of the states of a kind whose row has its progress. */
export function jobStates<Key extends string>(columns: StateColumns<Key>): JobStates<Key> {
  const { kind, jobType, table, idColumn = 'id', key, isJob = 'true', waiting, sets = [] } = columns;
  const { list = 'null::bigint', done, total, counters } = columns;
  const change = withEvents({
    ...{ kind, waiting },
    before: `
      select ${idColumn} as id, state, stalled_at from ${table} job
       where ${idColumn} = $1 and ${isJob} and finished_at is null`,
    change: `
      update ${table} job
         set ${['state = $2', 'error_message = $3', ...sets].join(', ')},
             workflow_started_at = coalesce(job.workflow_started_at, now()),
             finished_at = case when $2 in ('finished', 'failed', 'cancelled') then now() end,
             stalled_at = case when $4 then coalesce(job.stalled_at, now()) end
        from before
       where job.${idColumn} = before.id
      returning before.id, job.organization_id, ${list} as mailing_list_id, job.state, job.stalled_at, ${done} as done,
        ${total} as total, ${counters ?? 'null::jsonb'} as counters, job.error_message, before.state as state_before,
        before.stalled_at as stalled_before`,
    data: `jsonb_build_object('job_type', '${jobType}', 'id', id, 'mailing_list_id', mailing_list_id, 'state', state,
        'progress_value', done, 'progress_total', total, 'error_message', error_message
        ${counters === undefined ? '' : `, 'counters', counters`})`,
  });
  return {
    kind,
    record: async (pool, reported) => {
      const id = reported[key];
      const { state, errorMessage, isStalled = false, commands = [] } = reported;
      await recordCommands(pool, { kind, id }, commands);
      return changeState(pool, change, [id, state, errorMessage, isStalled]);
    },
  };
}
