import { sql } from '../core/slonik.ts';
import { turnRows } from '../jobs/turn-rows.ts';
import { endedBefore, isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';

/** Subscriber exports among the background jobs, those that a fixture loaded too. */
const exportJobs: JobTypeRows = {
  jobType: 'SubscriberExport',
  select: ({ owned, keptMs }) => sql.fragment`
    select 'SubscriberExport' as job_type, e.id, e.name, ${readState('e')} as state, null::text as state2,
      e.state = 'paused' and l.deleted_at is null as paused,
      e.organization_id, e.mailing_list_id, null::bigint as suppression_list_id, e.progress_value, e.progress_total,
      e.begins_at, e.started_at, ${readFinishedAt('e')} as finished_at,
      ${ofDeleted(sql.fragment`e.retry_at`, sql.fragment`null`)} as retry_at, e.created_at,
      greatest(e.updated_at, l.deleted_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
    from subscriber_exports e join mailing_lists l on l.id = e.mailing_list_id
    where ${owned('e')} and ${isReadable('e', endedBefore('e', keptMs))}`,
};

/** Subscriber exports as an operator sees them. */
export const exportRows = turnRows({
  table: 'subscriber_exports',
  listed: exportJobs,
  list: sql.fragment`job.mailing_list_id`,
  measured: {
    state: 'exporting',
    work: sql.fragment`
      select p.written_at as at, p.rows as units from export_parts p where p.subscriber_export_id = job.id`,
  },
});
