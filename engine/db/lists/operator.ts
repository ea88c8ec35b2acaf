import { iso } from '../jobs/operator.ts';
import type { ClientKindRows } from '../jobs/operator.ts';
import { sql } from '../core/slonik.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';

/** List deletions among the background jobs. */
const listDeletionJobs: JobTypeRows = {
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

/** Deletions of mailing lists as an operator sees them. */
export const listDeletionRows: ClientKindRows = {
  jobRows: { table: 'list_deletions', idColumn: 'mailing_list_id', endColumn: 'finished_at' },
  rows: sql.fragment`
    select d.mailing_list_id as id, d.job_key, d.state, d.organization_id, d.mailing_list_id, d.subscribers_deleted as done,
      d.subscribers_total as total, ${iso('d.created_at')} as began_at, ${iso('d.finished_at')} as ended_at,
      d.error_message as error, false as can_restart, null::boolean as dry_run
    from list_deletions d`,
  unfinished: sql.fragment`select state from list_deletions where finished_at is null`,
  listed: listDeletionJobs,
  live: sql.fragment`
    select d.mailing_list_id as id, 'MailingListDeletion' as job_type, d.organization_id, d.mailing_list_id, d.state,
      d.subscribers_deleted as done, d.subscribers_total as total, null::jsonb as counters, null::numeric as rate,
      false as is_idle, false as is_waiting, d.finished_at, d.error_message as error, null::boolean as dry_run
    from list_deletions d`,
};
