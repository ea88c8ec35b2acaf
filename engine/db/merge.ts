import pg from 'pg';
import type { PoolClient } from 'pg';
import { COUNTERS } from './subscriber-import-options.ts';
import type { Counters, ImportOptions, SubscriberStatus } from './subscriber-import-options.ts';
import { stagingTable } from './staging.ts';

/** How one chunk is merged. */
export interface ChunkMerge {
  readonly importId: number;
  readonly mailingListId: number;
  readonly chunk: number;
  readonly options: ImportOptions;
  readonly list: { readonly hasFormat: boolean; readonly hasConfirmed: boolean; readonly hasAlternateKey: boolean };
  /** Set when the organization has a subscriber limit. */
  readonly limit: { readonly cutoff: number; readonly room: number } | null;
  readonly autoresponders: { readonly onAdded: readonly number[]; readonly onUpdated: readonly number[] };
}

export interface ChunkMerged {
  readonly counters: Counters;
  /** Rows found in staging; fewer than the ledger says means that staging was lost. */
  readonly staged: number;
  /** By how much each status's count of subscribers changed. */
  readonly statusChanges: Readonly<Record<SubscriberStatus, number>>;
}

/**
 * Merges one chunk of staged rows into `subscribers` and writes its logs, in one statement inside the caller's
 * transaction. The first row of each key decides; existing rows are locked in key order, and only those of them that
 * would really change are written. A plain insert, since ON CONFLICT costs 1.8 µs of the 12.8 µs per new row (measured).
 * @throws the unique violation when another transaction inserts one of the keys meanwhile (isKeyCollision)
 */
export async function mergeStagedChunk(client: PoolClient, merge: ChunkMerge): Promise<ChunkMerged> {
  // A chunk is small beside its list, so one index probe per key beats any plan that reads the list as a whole, and
  // statistics of a table that was filled a moment ago would not tell the planner so.
  await client.query(
    `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
     set local enable_bitmapscan = off; set local work_mem = '64MB'; set local jit = off`,
  );
  const { overwrite, overwrite_what: what, overwrite_when_status: when } = merge.options;
  const { rows } = await client.query<Record<string, number>>(mergeSql(merge), [
    merge.mailingListId,
    overwrite,
    Object.entries(when).flatMap(([status, enabled]) => (enabled ? [status] : [])),
    what.custom_fields,
    what.status,
    what.format && merge.list.hasFormat,
    what.confirmed && merge.list.hasConfirmed,
    merge.list.hasAlternateKey,
    merge.importId,
    merge.chunk,
    ...(merge.limit === null ? [] : [merge.limit.cutoff, merge.limit.room]),
    ...(hasReactions(merge) ? [merge.autoresponders.onAdded, merge.autoresponders.onUpdated] : []),
  ]);
  const row = rows[0] ?? {};
  const count = (name: string) => Number(row[name] ?? 0);
  return {
    counters: Object.fromEntries(COUNTERS.map((name) => [name, count(name)])) as Counters,
    staged: count('staged'),
    statusChanges: Object.fromEntries(STATUSES.map((status) => [status, count(`to_${status}`)])) as Record<
      SubscriberStatus,
      number
    >,
  };
}

const STATUSES = ['active', 'bounced', 'unsubscribed', 'scomp', 'deactivated'] as const;

function hasReactions(merge: ChunkMerge): boolean {
  return merge.autoresponders.onAdded.length > 0 || merge.autoresponders.onUpdated.length > 0;
}

function mergeSql(merge: ChunkMerge): string {
  return `
with ranked as materialized (
  select *, row_number() over (partition by key order by row_number) as occurrence
    from ${stagingTable(merge.importId, merge.chunk)}
), matched as materialized (
  select r.*, s.id as subscriber_id, s.status as old_status
    from (select * from ranked where occurrence = 1 order by key) r
    left join lateral (
      select id, status from subscribers where mailing_list_id = $1 and key = r.key for no key update
    ) s on true
), classified as materialized (
  select m.*,
         case
           when subscriber_id is null then ${merge.limit === null ? `'added'` : limitedOutcome('$11', '$12')}
           when not $2::boolean then 'skipped_overwrite'
           when not old_status::text = any ($3::text[]) then 'skipped_' || old_status
           else 'updated'
         end as outcome
    from matched m
), inserted as (
  insert into subscribers (mailing_list_id, key, email, status, email_format, confirmed, confirm_time, subscribe_time,
                           subscribe_ip, remove_time, remove_ip, custom_fields)
  select $1, key, email, status, email_format, confirmed, confirm_time, coalesce(subscribe_time, now()), subscribe_ip,
         case when status <> 'active' then coalesce(remove_time, now()) end,
         case when status <> 'active' then remove_ip end,
         jsonb_strip_nulls(custom_fields)
    from classified where outcome = 'added' order by key
  returning id, email, status
), changed as (
  select c.subscriber_id, c.key, c.old_status,
         case when $8::boolean then c.email end as new_email,
         case when $5::boolean then c.status else c.old_status end as new_status,
         c.email_format, c.confirmed, c.confirm_time, c.subscribe_time, c.subscribe_ip, c.remove_time, c.remove_ip,
         c.custom_fields, c.row_number, c.email
    from classified c where outcome = 'updated'
), rewritten as (
  update subscribers s
     set (email, status, email_format, confirmed, confirm_time, subscribe_time, subscribe_ip, remove_time, remove_ip,
          custom_fields) = (${NEW_VALUES})
    from changed c
   where s.mailing_list_id = $1 and s.id = c.subscriber_id
     and (s.email, s.status, s.email_format, s.confirmed, s.confirm_time, s.subscribe_time, s.subscribe_ip,
          s.remove_time, s.remove_ip, s.custom_fields) is distinct from (${NEW_VALUES})
), entries as (
  select 'added' as kind, count(*)::integer as entries, string_agg(email, e'\\n') as content from inserted
  union all
  select outcome, count(*)::integer, string_agg(email, e'\\n' order by row_number)
    from classified where outcome <> 'added' group by outcome
  union all
  select 'skipped_duplicate', count(*)::integer, string_agg(email, e'\\n' order by row_number)
    from ranked where occurrence > 1
), logged as (
  insert into import_logs (subscriber_import_id, kind, part, entries, content)
  select $9::bigint, kind, $10::integer, entries, content || e'\\n' from entries where entries > 0
  on conflict (subscriber_import_id, kind, part) do update set entries = excluded.entries, content = excluded.content
), status_changes as (
  select status, count(*) as n from inserted group by status
  union all
  select new_status, count(*) from changed where new_status <> old_status group by new_status
  union all
  select old_status, -count(*) from changed where new_status <> old_status group by old_status
)${hasReactions(merge) ? reactionsSql(merge.limit === null ? 11 : 13) : ''}
select (select count(*) from ranked) as staged,
       ${COUNTERS.map((name) => `(select entries from entries where kind = '${name}') as ${name}`).join(',\n       ')},
       ${STATUSES.map((status) => `(select sum(n) from status_changes where status = '${status}') as to_${status}`).join(',\n       ')}`;
}

/**
 * The new values of an existing row, in the order of the columns above. A column that is not mapped leaves its value
 * alone; a removal is dated once, and becoming active again clears it.
 */
const NEW_VALUES = `
  coalesce(c.new_email, s.email),
  c.new_status,
  case when $6::boolean then c.email_format else s.email_format end,
  case when $7::boolean then c.confirmed else s.confirmed end,
  case when $7::boolean then coalesce(c.confirm_time, s.confirm_time) else s.confirm_time end,
  coalesce(c.subscribe_time, s.subscribe_time),
  coalesce(c.subscribe_ip, s.subscribe_ip),
  case when not $5::boolean then s.remove_time
       when c.new_status = 'active' then null
       else coalesce(c.remove_time, s.remove_time, now()) end,
  case when not $5::boolean then s.remove_ip
       when c.new_status = 'active' then null
       else coalesce(c.remove_ip, s.remove_ip) end,
  case when $4::boolean then jsonb_strip_nulls(s.custom_fields || c.custom_fields) else s.custom_fields end`;

/** New rows are admitted in file order up to the cut-off, and never more than there is room for at this moment. */
function limitedOutcome(cutoff: string, room: string): string {
  return `case when row_number <= ${cutoff}::bigint
                and row_number() over (partition by subscriber_id is null order by row_number) <= ${room}::bigint
               then 'added' else 'skipped_over_limit' end`;
}

/** Only active subscribers receive mail, so only they get reactions. */
function reactionsSql(firstParameter: number): string {
  const source = (from: string, id: string, ids: string) => `
  select a.id, $1::bigint, ${id}, $9::bigint, now() + make_interval(secs => a.delay_seconds)
    from ${from} join autoresponders a on a.id = any (${ids}::bigint[]) and a.deleted_at is null`;
  return `, reacting as (
  insert into autoresponder_reactions (autoresponder_id, mailing_list_id, subscriber_id, subscriber_import_id, due_at)
  ${source(`(select id from inserted where status = 'active') s`, 's.id', `$${firstParameter}`)}
  union all
  ${source(`(select subscriber_id from changed where new_status = 'active') s`, 's.subscriber_id', `$${firstParameter + 1}`)}
)`;
}

/** Whether an error says that another transaction has inserted a key that was not there at the look before the insert. */
export function isKeyCollision(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.constraint === 'subscribers_mailing_list_id_key_key';
}

/** Adds changes to a list's counts; the last statement of a transaction, since it locks the list's one row of counts. */
export async function addToCounts(
  client: PoolClient,
  mailingListId: number,
  changes: Readonly<Record<SubscriberStatus, number>>,
): Promise<void> {
  if (STATUSES.every((status) => changes[status] === 0)) return;
  await client.query(
    `insert into subscriber_counts as c (mailing_list_id, ${STATUSES.join(', ')}) values ($1, $2, $3, $4, $5, $6)
     on conflict (mailing_list_id) do update
        set ${STATUSES.map((status) => `${status} = c.${status} + excluded.${status}`).join(', ')}`,
    [mailingListId, ...STATUSES.map((status) => changes[status])],
  );
}
