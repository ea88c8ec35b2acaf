import { COUNTERS } from '../../domain/subscriber-imports.ts';
import { iso } from '../jobs/operator.ts';
import type { ClientKindRows } from '../jobs/operator.ts';
import { sql } from '../core/slonik.ts';
import { measuredRate } from '../jobs/measured-rate.ts';
import { unfinished } from '../jobs/unfinished.ts';
import { isReadable, ofDeleted, readFinishedAt } from '../jobs/deleted-list-jobs.ts';
import type { JobTypeRows } from '../jobs/job-type-rows.ts';
import { RETENTION_IS_OVER } from './subscriber-imports.ts';

/** Subscriber imports among the background jobs. */
const importJobs: JobTypeRows = {
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

/** Every row of a chunk is in one counter of it; rows that failed before they came to a chunk are counted by range. */
const rowsOfChunk = sql.join(
  COUNTERS.map((name) => sql.identifier(['c', name])),
  sql.fragment` + `,
);

/** The counters of an import that has not ended, from its ledger. */
const countersOfLedger = sql.fragment`(
  select jsonb_build_object(${sql.join(
    COUNTERS.map(
      (name) =>
        sql.fragment`${sql.literalValue(name)}, coalesce(sum(${sql.identifier(['c', name])}), 0) ${
          name === 'failed'
            ? sql.fragment`+ (select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)`
            : sql.fragment``
        }`,
    ),
    sql.fragment`, `,
  )}) from import_chunks c where c.subscriber_import_id = i.id)`;

/** One that has not asked for this long does not count in the queue, as in turns.ts. */
const isWaiting = sql.fragment`(i.finished_at is null and i.turn is null and i.state <> 'paused'
  and i.turn_asked_at > now() - interval '2 minutes')`;

/** By what imports wait, as in turns.ts; one that has not asked since there is such an order waits by its time. */
const order = sql.fragment`coalesce(i.turn_order, i.created_at)`;

/** Subscriber imports as an operator sees them. */
export const importRows: ClientKindRows = {
  jobRows: { table: 'subscriber_imports', idColumn: 'id', endColumn: 'finished_at' },
  rows: sql.fragment`
    select i.id, i.job_key, i.state, i.organization_id, i.mailing_list_id,
      (select coalesce(sum(${rowsOfChunk}), 0) from import_chunks c where c.subscriber_import_id = i.id)::bigint
      + (select coalesce(sum(r.failed), 0) from import_ranges r where r.subscriber_import_id = i.id)::bigint as done,
      i.number_of_records as total, ${iso('i.created_at')} as began_at, ${iso('i.finished_at')} as ended_at,
      i.error_message as error, i.state = 'failed' and i.purged_at is null as can_restart, i.dry_run
    from subscriber_imports i`,
  unfinished: sql.fragment`
    select state from subscriber_imports where ${unfinished}`,
  listed: importJobs,
  live: sql.fragment`
    select i.id, 'SubscriberImport' as job_type, i.organization_id, i.mailing_list_id, i.state,
      (select coalesce(sum(value::bigint), 0)::bigint from jsonb_each_text(counted.counters)) as done,
      i.number_of_records as total, counted.counters,
      case when i.state = 'importing' then ${measuredRate(sql.fragment`
        select c.merged_at as at, ${rowsOfChunk} as units from import_chunks c where c.subscriber_import_id = i.id`)} end as rate,
      i.turn is null as is_idle, ${isWaiting} as is_waiting, i.finished_at, i.error_message as error, i.dry_run
    from subscriber_imports i
    cross join lateral (select coalesce(i.totals, ${countersOfLedger}) as counters) counted`,
  // A small import is behind small ones only.
  queue: sql.fragment`
    select i.id, i.organization_id,
      case when i.is_small
        then row_number() over (partition by i.organization_id, i.is_small order by ${order}, i.id)
        else row_number() over (partition by i.organization_id order by ${order}, i.id) end as place
    from subscriber_imports i
    where ${isWaiting}`,
  tasks: sql.fragment`
    select subscriber_import_id as job_id, 'range' as work, range_number as number, staged_at is not null as is_done
    from import_ranges
    union all
    select subscriber_import_id, 'chunk', chunk_number, merged_at is not null or skipped_at is not null
    from import_chunks`,
};
