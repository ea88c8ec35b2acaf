import type { Queryable } from './connections.ts';
import { LABEL_PREFIX } from './session-label.ts';

/** A session that others wait for, and that waits for no lock itself. */
export interface LockHolder {
  readonly pid: number;
  readonly applicationName: string;
  /** As pg_stat_activity has it; "idle in transaction" is one that forgot to commit. */
  readonly state: string;
  /** Age of its transaction. */
  readonly seconds: number;
}

/** A transaction of a job that waits for a lock. */
export interface LockWait {
  readonly workflowId: string;
  readonly seconds: number;
  readonly holders: readonly LockHolder[];
}

/** Reads which transactions of jobs wait for a lock, the longest wait first, and who is at the head of each queue. */
export async function readLockWaits(db: Queryable): Promise<readonly LockWait[]> {
  const { rows } = await db.query<LockWait>(LOCK_WAITS, [LABEL_PREFIX]);
  return rows;
}

const LOCK_WAITS = `
  with recursive waiting as (
    select pid, application_name, query_start, pg_blocking_pids(pid) as blockers
      from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  ), queue (pid, blocker) as (
    select pid, unnest(blockers) from waiting where starts_with(application_name, $1)
    union
    select queue.pid, unnest(waiting.blockers) from queue join waiting on waiting.pid = queue.blocker
  )
  select substr(waiting.application_name, length($1) + 1) as "workflowId",
         extract(epoch from clock_timestamp() - waiting.query_start)::integer as seconds,
         jsonb_agg(jsonb_build_object(
           'pid', holder.pid, 'applicationName', holder.application_name, 'state', coalesce(holder.state, 'unknown'),
           'seconds', coalesce(extract(epoch from clock_timestamp() - holder.xact_start)::integer, 0))
           order by holder.xact_start) as holders
    from waiting
    join queue on queue.pid = waiting.pid
    join pg_stat_activity holder on holder.pid = queue.blocker
   where not exists (select 1 from waiting other where other.pid = holder.pid)
   group by waiting.pid, waiting.application_name, waiting.query_start
   order by seconds desc`;

/** Ends the sessions with these process ids; Postgres rolls back what they had not committed. @returns how many there were */
export async function endSessions(db: Queryable, pids: readonly number[]): Promise<number> {
  const { rows } = await db.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid) as ended from unnest($1::integer[]) as pid`,
    [pids],
  );
  return rows.filter(({ ended }) => ended).length;
}
