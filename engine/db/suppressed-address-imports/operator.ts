import { iso } from '../jobs/operator.ts';
import type { ClientKindRows } from '../jobs/operator.ts';
import { measuredRate } from '../jobs/measured-rate.ts';
import { sql } from '../core/slonik.ts';
import { suppressedAddressImportJobs } from './import-jobs.ts';

/** One that has not asked for this long does not count in the queue, as in job-turns.ts. */
const isWaiting = sql.fragment`(s.finished_at is null and s.turn_taken_at is null and s.state <> 'paused'
  and s.turn_asked_at > now() - interval '2 minutes')`;

/** Imports of suppressed addresses as an operator sees them; those that a fixture loaded are no jobs of this service. */
export const suppressedAddressImportRows: ClientKindRows = {
  jobRows: { table: 'suppressed_address_imports', idColumn: 'id', endColumn: 'finished_at' },
  rows: sql.fragment`
    select s.id, s.job_key, s.state, s.organization_id, null::bigint as mailing_list_id, s.progress_value as done,
      s.progress_total as total, ${iso('s.created_at')} as began_at, ${iso('s.finished_at')} as ended_at,
      s.error_message as error, false as can_restart, null::boolean as dry_run
    from suppressed_address_imports s
    where s.options is not null`,
  unfinished: sql.fragment`
    select state from suppressed_address_imports where options is not null and finished_at is null`,
  listed: suppressedAddressImportJobs,
  live: sql.fragment`
    select s.id, 'SuppressedAddressImport' as job_type, s.organization_id, null::bigint as mailing_list_id, s.state,
      s.progress_value as done, s.progress_total as total,
      jsonb_build_object('added', s.added, 'failed', s.failed, 'skipped_duplicate', s.skipped_duplicate) as counters,
      case when s.state = 'importing' then ${measuredRate(sql.fragment`
        select r.imported_at as at, r.records as units from suppressed_address_ranges r
         where r.suppressed_address_import_id = s.id`)} end as rate,
      s.turn_taken_at is null as is_idle, ${isWaiting} as is_waiting, s.finished_at, s.error_message as error,
      null::boolean as dry_run
    from suppressed_address_imports s
    where s.options is not null`,
  queue: sql.fragment`
    select s.id, s.organization_id, row_number() over (partition by s.organization_id order by s.id) as place
    from suppressed_address_imports s
    where s.options is not null and ${isWaiting}`,
};
