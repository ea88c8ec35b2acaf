import { sql } from '../core/slonik.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';

/** Imports of suppressed addresses among the background jobs, those that a fixture loaded too. */
export const suppressedAddressImportJobs: JobTypeRows = {
  jobType: 'SuppressedAddressImport',
  select: ({ owned }) => sql.fragment`
    select 'SuppressedAddressImport' as job_type, s.id, s.name, s.state, null::text as state2, s.state = 'paused' as paused,
      s.organization_id, null::bigint as mailing_list_id, s.suppression_list_id, s.progress_value, s.progress_total,
      s.begins_at, s.started_at, s.finished_at, s.retry_at, s.created_at, s.updated_at,
      null::text as mailing_list_name, null::boolean as dry_run
    from suppressed_address_imports s
    where ${owned('s')}`,
};
