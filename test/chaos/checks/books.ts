import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../../engine/domain/subscribers.ts';
import type { World } from '../world/world.ts';
import { SUPPRESSION_BOOKS } from './suppression-books.ts';
import { UNDO_BOOKS } from './undo-books.ts';

/**
 * Inconsistencies of the counts in the database, as sentences. Compares the counters of every import that has ended with
 * its number of records, its ledger and its logs, the bytes of its logs with the count of them, the counts of every
 * list with its subscribers, and the same of imports of suppressed addresses with their addresses.
 */
export async function falseBooks({ pool }: Pick<World, 'pool'>): Promise<string[]> {
  const found = await Promise.all(QUERIES.map((query) => pool.query<{ sentence: string }>(query)));
  return found.flatMap(({ rows }) => rows.map(({ sentence }) => sentence));
}

const KINDS = COUNTERS.map((kind) => `('${kind}')`).join(', ');

const SUMS = `
  select 'import ' || i.id || ' counts ' || t.total || ' of ' || i.number_of_records || ' rows' as sentence
    from subscriber_imports i, lateral (select sum(value::bigint) as total from jsonb_each_text(i.totals)) t
   where i.state in ('finished', 'cancelled') and coalesce(t.total, 0) <> 0
     and (t.total > i.number_of_records or (i.state = 'finished' and t.total <> i.number_of_records))`;

/** A record that holds other rows has a line for each of them in the failed log, next to each other. */
const RECORDS = `case kind when 'failed' then (select count(distinct n) from unnest(row_numbers) n) else entries end`;

const LOGS = `
  select 'import ' || i.id || ' counts ' || (i.totals ->> k.kind) || ' rows as ' || k.kind || ' and logs or leaves out ' || l.entries as sentence
    from subscriber_imports i
    join mailing_lists m on m.id = i.mailing_list_id and m.deleted_at is null
   cross join (values ${KINDS}) k (kind)
   cross join lateral (select coalesce(sum(${RECORDS} + left_out), 0) as entries from import_logs
                        where subscriber_import_id = i.id and kind = k.kind) l
   where i.finished_at is not null and i.purged_at is null and (i.totals ->> k.kind)::bigint <> l.entries`;

/** Of each record with cells that were left blank the partial log has lines next to each other, or counts it. */
const PARTIAL = `
  select 'import ' || i.id || ' counts ' || i.partial || ' rows with blank cells and logs or leaves out ' || l.rows as sentence
    from subscriber_imports i
   cross join lateral (
     select coalesce(sum((select count(distinct n) from unnest(row_numbers) n) + left_out), 0) as rows
       from import_logs where subscriber_import_id = i.id and kind = 'partial') l
   where i.finished_at is not null and i.purged_at is null and i.partial <> l.rows`;

const LINES = `
  select 'part ' || part || ' of the log ' || kind || ' of import ' || subscriber_import_id || ' has not ' || entries || ' lines' as sentence
    from import_logs
   where kind not in ('failed', 'partial') and length(content) - length(replace(content, e'\\n', '')) <> entries`;

/** Logs of imports that have not ended are counted in part. */
const LOG_BYTES = `
  select 'import ' || i.id || ' counts ' || i.log_bytes || ', ' || i.failed_log_bytes || ' and ' || i.partial_log_bytes || ' bytes of logs and has ' || l.bytes || ', ' || l.failed || ' and ' || l.partial as sentence
    from subscriber_imports i
   cross join lateral (
     select coalesce(sum(octet_length(content) + 8 * coalesce(cardinality(row_numbers), 0)), 0) as bytes,
            coalesce(sum(octet_length(content) + 8 * coalesce(cardinality(row_numbers), 0)) filter (where kind = 'failed'), 0) as failed,
            coalesce(sum(octet_length(content) + 8 * coalesce(cardinality(row_numbers), 0)) filter (where kind = 'partial'), 0) as partial
       from import_logs where subscriber_import_id = i.id) l
   where i.failed_log_bytes <> l.failed or i.partial_log_bytes <> l.partial or (i.finished_at is not null and i.log_bytes <> l.bytes)`;

const LOG_BYTES_OF_ORGANIZATIONS = `
  select 'organization ' || organization_id || ' counts ' || coalesce(o.bytes, 0) || ' and ' || coalesce(o.failed_bytes, 0)
         || ' bytes of logs, its imports ' || coalesce(i.bytes, 0) || ' and ' || coalesce(i.failed, 0) as sentence
    from organization_logs o
    full join (select organization_id, sum(log_bytes) as bytes, sum(failed_log_bytes) as failed
                 from (select organization_id, log_bytes, failed_log_bytes + partial_log_bytes as failed_log_bytes from subscriber_imports
                       union all select organization_id, log_bytes, failed_log_bytes from suppressed_address_imports
                       union all select organization_id, log_bytes, 0 from import_undos) logged
                group by 1) i
   using (organization_id)
   where coalesce(o.bytes, 0) <> coalesce(i.bytes, 0) or coalesce(o.failed_bytes, 0) <> coalesce(i.failed, 0)`;

const COUNTS = `
  select 'list ' || m.id || ' counts ' || coalesce(c.n, 0) || ' subscribers as ' || st.status || ' and has ' || coalesce(s.n, 0) as sentence
    from mailing_lists m
   cross join (values ${SUBSCRIBER_STATUSES.map((status) => `('${status}')`).join(', ')}) st (status)
    left join lateral (select (to_jsonb(x) ->> st.status)::bigint as n from subscriber_counts x
                        where x.mailing_list_id = m.id) c on true
    left join lateral (select count(*) as n from subscribers
                        where mailing_list_id = m.id and status = st.status::subscriber_status) s on true
   where m.deleted_at is null and coalesce(c.n, 0) <> coalesce(s.n, 0)`;

const QUERIES = [
  SUMS,
  LOGS,
  PARTIAL,
  LINES,
  LOG_BYTES,
  LOG_BYTES_OF_ORGANIZATIONS,
  COUNTS,
  ...SUPPRESSION_BOOKS,
  ...UNDO_BOOKS,
];
