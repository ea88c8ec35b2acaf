import { sql } from '../core/slonik.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';

/** List deletions among the background jobs. */
export const listDeletionJobs: JobTypeRows = {
  jobType: 'MailingListDeletion',
  isExtension: true,
  select: ({ owned }) => sql.fragment`
    select 'MailingListDeletion' as job_type, d.mailing_list_id as id, l.name, d.state, null::text as state2,
      d.state = 'paused' as paused, d.organization_id, d.mailing_list_id, null::bigint as suppression_list_id,
      d.subscribers_deleted as progress_value, d.subscribers_total as progress_total, null::timestamptz as begins_at,
      d.created_at as started_at, d.finished_at, null::timestamptz as retry_at, d.created_at,
      coalesce(d.finished_at, d.created_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
    from list_deletions d join mailing_lists l on l.id = d.mailing_list_id
    where ${owned('d')}`,
};
