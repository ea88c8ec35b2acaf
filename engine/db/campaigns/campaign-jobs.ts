import { sql } from '../core/slonik.ts';
import { endedBefore, isReadable, ofDeleted, readFinishedAt, readState } from '../jobs/deleted-list-jobs.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';

/** Campaigns among the background jobs. */
export const campaignJobs: JobTypeRows = {
  jobType: 'Campaign',
  select: ({ owned, keptMs }) => sql.fragment`
    select 'Campaign' as job_type, c.id, c.name, ${readState('c')} as state,
      ${ofDeleted(sql.fragment`c.state2`, sql.fragment`'terminated'`)} as state2,
      c.paused and l.deleted_at is null as paused, c.organization_id, c.mailing_list_id,
      null::bigint as suppression_list_id, c.progress_value, c.progress_total, c.begins_at, c.started_at,
      ${readFinishedAt('c')} as finished_at, ${ofDeleted(sql.fragment`c.retry_at`, sql.fragment`null`)} as retry_at,
      c.created_at, greatest(c.updated_at, l.deleted_at) as updated_at, l.name as mailing_list_name, null::boolean as dry_run
    from campaigns c join mailing_lists l on l.id = c.mailing_list_id
    where ${owned('c')} and ${isReadable('c', endedBefore('c', keptMs))}
      and (l.deleted_at is null or c.state <> 'idle')`,
};
