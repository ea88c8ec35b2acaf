import { sql } from '../core/slonik.ts';
import { unfinished } from './unfinished.ts';

type Fragment = ReturnType<typeof sql.fragment>;

// A job that has not ended when its list is deleted is cancelled by the deletion: immediately for readers, in its own
// row as soon as the deletion comes to it. It can be read for as long as the logs of an import are kept. These conditions and
// columns are for queries in which the job has the name that is given, and its list the name l.

/** Whether a job can be read: its list is not deleted, or the job was cancelled with it and its retention is not over. */
export function isReadable(job: string, retentionIsOver: Fragment): Fragment {
  return sql.fragment`(l.deleted_at is null or (${wasCancelledWithList(job)} and not coalesce(${retentionIsOver}, false)))`;
}

/** Whether a job had not ended when its list was deleted; null for a list that is not deleted. */
export function wasCancelledWithList(job: string): Fragment {
  return sql.fragment`
    (${sql.identifier([job])}.${unfinished} or ${column(job, 'finished_at')} >= l.deleted_at)`;
}

/** Whether a job of any kind ended longer ago than its milliseconds; null while it has not ended. */
export function endedBefore(job: string, milliseconds: number): Fragment {
  return sql.fragment`${column(job, 'finished_at')} + make_interval(secs => ${milliseconds} / 1000.0) <= now()`;
}

/** The state in which a job is read. */
export function readState(job: string): Fragment {
  return ofDeleted(column(job, 'state'), sql.fragment`'cancelled'`);
}

/** The time at which a job ended, as it is read. */
export function readFinishedAt(job: string): Fragment {
  return sql.fragment`coalesce(${column(job, 'finished_at')}, l.deleted_at)`;
}

/** A column of a job, or what takes its place when the list is deleted. */
export function ofDeleted(otherwise: Fragment, value: Fragment): Fragment {
  return sql.fragment`case when l.deleted_at is null then ${otherwise} else ${value} end`;
}

function column(job: string, name: string): Fragment {
  return sql.fragment`${sql.identifier([job, name])}`;
}
