import { sql } from '../core/slonik.ts';
import { turnRows } from '../jobs/turn-rows.ts';

/** Imports of suppressed addresses as operators and clients list them. */
export const suppressedAddressImportRows = turnRows({
  table: 'suppressed_address_imports',
  counters: sql.fragment`
    jsonb_build_object('added', job.added, 'failed', job.failed, 'skipped_duplicate', job.skipped_duplicate)`,
  measured: {
    state: 'importing',
    work: sql.fragment`
      select r.imported_at as at, r.records as units from suppressed_address_ranges r
       where r.suppressed_address_import_id = job.id`,
  },
  // Those that a fixture loaded, too.
  listed: {
    jobType: 'SuppressedAddressImport',
    select: ({ owned }) => sql.fragment`
      select 'SuppressedAddressImport' as job_type, s.id, s.name, s.state, null::text as state2, s.state = 'paused' as paused,
        s.organization_id, null::bigint as mailing_list_id, s.suppression_list_id, s.progress_value, s.progress_total,
        s.begins_at, s.started_at, s.finished_at, s.retry_at, s.created_at, s.updated_at,
        null::text as mailing_list_name, null::boolean as dry_run
      from suppressed_address_imports s
      where ${owned('s')}`,
  },
});
