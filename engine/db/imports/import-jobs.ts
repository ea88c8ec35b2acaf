import { sql } from '../core/slonik.ts';
import { isReadable, ofDeleted, readFinishedAt } from '../jobs/deleted-list-jobs.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** Subscriber imports among the background jobs. */
export const importJobs: JobTypeRows = {
  jobType: 'SubscriberImport',
  select: ({ owned }) => sql.fragment`
    select 'SubscriberImport' as job_type, i.id, ${NAME} as name,
      ${ofDeleted(sql.fragment`replace(i.state, 'downloading', 'loading_delayed')`, sql.fragment`'cancelled'`)} as state,
      null::text as state2, i.state = 'paused' and l.deleted_at is null as paused, i.organization_id, i.mailing_list_id,
      null::bigint as suppression_list_id,
      (select sum(value::bigint)::bigint from jsonb_each_text(i.totals)) as progress_value,
      i.number_of_records as progress_total, i.begins_at, i.started_at, ${readFinishedAt('i')} as finished_at,
      null::timestamptz as retry_at, i.created_at,
      coalesce(${readFinishedAt('i')}, i.started_at, i.created_at) as updated_at, l.name as mailing_list_name, i.dry_run
    from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
    where ${owned('i')} and ${isReadable('i', RETENTION_IS_OVER)}`,
};

const NAME = sql.fragment`case i.options -> 'file_source' ->> 'type'
  when 'url' then coalesce(nullif(substring(
    regexp_replace(i.options -> 'file_source' ->> 'url', '^[a-z]+://[^/]*|[?#].*$', '', 'gi') from '[^/]*$'), ''),
    i.options -> 'file_source' ->> 'url')
  else coalesce(i.options -> 'file_source' ->> 'filename', 'data') end`;
