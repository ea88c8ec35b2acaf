import { iso } from '../jobs/operator.ts';
import type { ClientKindRows } from '../jobs/operator.ts';
import { measuredRate } from '../jobs/measured-rate.ts';
import { sql } from '../core/slonik.ts';
import { exportJobs } from './export-jobs.ts';

/** One that has not asked for this long does not count in the queue, as in turns.ts. */
const isWaiting = sql.fragment`(e.finished_at is null and e.turn_taken_at is null and e.state <> 'paused'
  and e.turn_asked_at > now() - interval '2 minutes')`;

/** Subscriber exports as an operator sees them; those that a fixture loaded are no jobs of this service. */
export const exportRows: ClientKindRows = {
  jobRows: { table: 'subscriber_exports', idColumn: 'id', endColumn: 'finished_at' },
  rows: sql.fragment`
    select e.id, e.job_key, e.state, e.organization_id, e.mailing_list_id, e.progress_value as done, e.progress_total as total,
      ${iso('e.created_at')} as began_at, ${iso('e.finished_at')} as ended_at, e.error_message as error,
      false as can_restart, null::boolean as dry_run
    from subscriber_exports e
    where e.options is not null`,
  unfinished: sql.fragment`
    select state from subscriber_exports where options is not null and finished_at is null`,
  listed: exportJobs,
  live: sql.fragment`
    select e.id, 'SubscriberExport' as job_type, e.organization_id, e.mailing_list_id, e.state, e.progress_value as done,
      e.progress_total as total, null::jsonb as counters,
      case when e.state = 'exporting' then ${measuredRate(sql.fragment`
        select p.written_at as at, p.rows as units from export_parts p where p.subscriber_export_id = e.id`)} end as rate,
      e.turn_taken_at is null as is_idle, ${isWaiting} as is_waiting, e.finished_at, e.error_message as error,
      null::boolean as dry_run
    from subscriber_exports e
    where e.options is not null`,
  queue: sql.fragment`
    select e.id, e.organization_id, row_number() over (partition by e.organization_id order by e.id) as place
    from subscriber_exports e
    where e.options is not null and ${isWaiting}`,
};
