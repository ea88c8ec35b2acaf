import { sql } from '../core/slonik.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/**
 * Units per second over the last minute, from the times at which tasks of a ledger were committed. The first task only begins
 * the measurement. Null with fewer than two of them, as for a job that has just begun, and when the job stands still: the last
 * task was committed more than 15 s and five times the mean time between two of them ago.
 * @param tasks selects `at` and `units` of the job's committed tasks
 */
export function measuredRate(tasks: Fragment): Fragment {
  return sql.fragment`(
    select case when count(*) > 1 and now() > min(at) + interval '1 second'
        and now() - max(at) <= greatest(interval '15 seconds', 5 * (max(at) - min(at)) / nullif(count(*) - 1, 0))
      then (sum(units) - (array_agg(units order by at))[1]) / extract(epoch from now() - min(at)) end
    from (${tasks}) task
    where at > now() - interval '1 minute')`;
}
