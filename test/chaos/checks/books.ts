import { COUNTERS } from '../../../engine/domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../../engine/domain/subscribers.ts';
import type { World } from '../world/world.ts';

/**
 * What does not add up anywhere in the database, as sentences: the counters of every import that has ended against its
 * number of records, its ledger and its logs, and the counts of every list against its subscribers.
 */
export async function falseBooks({ pool }: World): Promise<string[]> {
  const found = await Promise.all(QUERIES.map((query) => pool.query<{ sentence: string }>(query)));
  return found.flatMap(({ rows }) => rows.map(({ sentence }) => sentence));
}

const KINDS = COUNTERS.map((kind) => `('${kind}')`).join(', ');

const SUMS = `
  select 'import ' || i.id || ' counts ' || t.total || ' of ' || i.number_of_records || ' rows' as sentence
    from subscriber_imports i, lateral (select sum(value::bigint) as total from jsonb_each_text(i.totals)) t
   where i.state in ('finished', 'cancelled') and coalesce(t.total, 0) <> 0
     and (t.total > i.number_of_records or (i.state = 'finished' and t.total <> i.number_of_records))`;

const LOGS = `
  select 'import ' || i.id || ' counts ' || (i.totals ->> k.kind) || ' rows as ' || k.kind || ' and logs ' || l.entries as sentence
    from subscriber_imports i
    join mailing_lists m on m.id = i.mailing_list_id and m.deleted_at is null
   cross join (values ${KINDS}) k (kind)
   cross join lateral (select coalesce(sum(entries), 0) as entries from import_logs
                        where subscriber_import_id = i.id and kind = k.kind) l
   where i.finished_at is not null and i.purged_at is null and (i.totals ->> k.kind)::bigint <> l.entries`;

const LINES = `
  select 'part ' || part || ' of the log ' || kind || ' of import ' || subscriber_import_id || ' has not ' || entries || ' lines' as sentence
    from import_logs
   where kind <> 'failed' and length(content) - length(replace(content, e'\\n', '')) <> entries`;

const COUNTS = `
  select 'list ' || m.id || ' counts ' || coalesce(c.n, 0) || ' subscribers as ' || st.status || ' and has ' || coalesce(s.n, 0) as sentence
    from mailing_lists m
   cross join (values ${SUBSCRIBER_STATUSES.map((status) => `('${status}')`).join(', ')}) st (status)
    left join lateral (select (to_jsonb(x) ->> st.status)::bigint as n from subscriber_counts x
                        where x.mailing_list_id = m.id) c on true
    left join lateral (select count(*) as n from subscribers
                        where mailing_list_id = m.id and status = st.status::subscriber_status) s on true
   where m.deleted_at is null and coalesce(c.n, 0) <> coalesce(s.n, 0)`;

const QUERIES = [SUMS, LOGS, LINES, COUNTS];
