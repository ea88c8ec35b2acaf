import { sql } from '../core/slonik.ts';
import type { JobTypeRows } from './job-type-rows.ts';
import { measuredRate } from './measured-rate.ts';
import { iso } from './operator.ts';
import type { ClientKindRows } from './operator.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Parts of the rows that differ by kind. */
interface TurnTable {
  readonly table: string;
  /** The jobs as clients list them. */
  readonly listed: JobTypeRows;
  /** The list of a job. */
  readonly list?: Fragment;
  /** An object of the counters of a job. */
  readonly counters?: Fragment;
  /** Whether a job is a dry run; absent for a kind that has none. */
  readonly isDryRun?: Fragment;
  /** The state in which a job has a rate, and its work: at, units. */
  readonly measured: { readonly state: string; readonly work: Fragment };
}

/** Whether a job waits for a turn: one that has not asked for this long does not count in the queue, as in job-turns.ts. */
const isWaiting = sql.fragment`(job.finished_at is null and job.turn_taken_at is null and job.state <> 'paused'
  and job.turn_asked_at > now() - interval '2 minutes')`;

/**
 * Makes the rows of a kind whose jobs wait for turns (job-turns.ts) and have their progress in `progress_value` and `progress_total`. Those
 * that a fixture loaded have no options: they are no jobs of this service. Columns are of the alias job.
 */
export function turnRows(kind: TurnTable): ClientKindRows {
  const { table, listed, measured, list = sql.fragment`null::bigint`, counters = sql.fragment`null::jsonb` } = kind;
  const { isDryRun = sql.fragment`null::boolean` } = kind;
  const jobs = sql.fragment`${sql.identifier([table])} job where job.options is not null`;
  const shared = sql.fragment`job.id, job.state, job.organization_id, ${list} as mailing_list_id, job.progress_value as done,
      job.progress_total as total, job.error_message as error, ${isDryRun} as dry_run`;
  return {
    jobRows: { table, idColumn: 'id', endColumn: 'finished_at' },
    listed,
    rows: sql.fragment`
      select ${shared}, job.job_key, ${iso('job.created_at')} as began_at, ${iso('job.finished_at')} as ended_at,
        false as can_restart
      from ${jobs}`,
    unfinished: sql.fragment`select job.state from ${jobs} and job.finished_at is null`,
    live: sql.fragment`
      select ${shared}, ${sql.literalValue(listed.jobType)} as job_type, ${counters} as counters,
        case when job.state = ${sql.literalValue(measured.state)} then ${measuredRate(measured.work)} end as rate,
        job.turn_taken_at is null as is_idle, ${isWaiting} as is_waiting, job.finished_at
      from ${jobs}`,
    queue: sql.fragment`
      select job.id, job.organization_id, row_number() over (partition by job.organization_id order by job.id) as place
      from ${jobs} and ${isWaiting}`,
  };
}
