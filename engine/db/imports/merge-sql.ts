import { BOUNDS } from '../../domain/bounds.ts';
import { changesStatus, leavesBlankStatus, mapsStatus } from '../../domain/import-status.ts';
import { COUNTERS } from '../../domain/subscriber-imports.ts';
import type { ImportOptions } from '../../domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import { isSuppressed } from '../suppressed-addresses/is-suppressed.ts';
import { imagedSql } from './before-images.ts';
import { rowsSql } from './inline.ts';
import { changesFields, changesOf, storedFieldsSql, withoutNulls } from './merge-changes.ts';
import type { Change } from './merge-changes.ts';
import type { Parameter, Slice, SliceMerge } from './slice-merge.ts';
import { indexConditions } from './staged-keys.ts';
import { stagingTable } from './staging.ts';

/** A statement and the values of its parameters. */
export interface MergeStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The statement that merges one slice, made for what this import may do: a part that has nothing to do is left out, and
 * a dry run leaves out only the parts that write subscribers. Rows go through it in the order of their keys, and changed
 * ones before new ones, so that no two merges wait for each other.
 */
export function mergeStatement(merge: SliceMerge): MergeStatement {
  const values: unknown[] = [];
  const parameter: Parameter = (value, type) => `$${values.push(value)}::${type}`;
  const list = parameter(merge.mailingListId, 'bigint');
  const importId = parameter(merge.importId, 'bigint');
  const reactions = reactionsSql(merge, parameter, list, importId);
  const isDryRun = merge.options.dry_run === true;
  // Postgres refuses a parameter that the statement does not have.
  const updatesByDefaults = changesFields(merge) && merge.overwrites === null;
  const usesDefaults = !isDryRun || updatesByDefaults;
  const rowFields = merge.defaults === null || !usesDefaults ? '' : `${parameter(merge.defaults, 'jsonb')} || `;
  const customFields = storedFieldsSql(merge, parameter) ?? `s.custom_fields || ${rowFields}r.custom_fields`;
  const changes = changesOf(merge, customFields);
  const text = `
with classified as materialized (
  ${classifiedSql(merge, { parameter, list, changes, customFields })}
), ${isDryRun ? '' : writesSql(merge, { list, changes, rowFields, returnsIds: reactions !== '' })}entries as materialized (
  select outcome as kind, count(*)::integer as entries, ${merge.isLogged ? LOGGED : LEFT_OUT},
         count(*) filter (where differs) as differing, jsonb_agg(row_number) filter (where outcome = 'failed') as too_large
    from classified group by outcome
), logged as (
  insert into import_logs (subscriber_import_id, kind, part, piece, entries, left_out, content, bytes)
  select ${importId}, kind, ${parameter(merge.chunk, 'integer')}, ${parameter(merge.slice.number, 'integer')}, entries - left_out, left_out,
         content, octet_length(content)
    from entries where kind <> 'failed'
  on conflict (subscriber_import_id, kind, part, piece) do update
     set entries = excluded.entries, left_out = excluded.left_out, content = excluded.content, bytes = excluded.bytes
), status_changes as (
  ${statusChangesSql(merge)}
)${reactions}${isDryRun ? '' : imagedSql(merge, { parameter, list, importId, changes })}
select (select sum(entries) from entries) as staged,
       (select sum(differing) from entries) as differing,
       ${isDryRun ? '0' : '(select count(*) from rewritten)'} as rewritten,${changesStatus(merge.options) ? '\n       (select sum(n) from status_changes where reactivates) as reactivated,' : ''}
       ${leftLaterSql(merge.options, addedStatus(merge.options))} as left_later,
       (select too_large from entries where kind = 'failed') as too_large,
       ${COUNTERS.map((name) => `(select entries from entries where kind = '${name}') as ${name}`).join(',\n       ')},
       ${SUBSCRIBER_STATUSES.map((status) => `(select sum(n) from status_changes where status = '${status}') as to_${status}`).join(',\n       ')}`;
  return { text, values };
}

/** The text of a block, and how many addresses are not in it. */
const LOGGED = `string_agg(email, e'\\n') || e'\\n' as content, 0 as left_out`;
const LEFT_OUT = `'' as content, count(*)::integer as left_out`;

/** Returns the source of the rows of a slice: the rows themselves, or a query on the staging table. */
function sourceSql({ importId, chunk, slice, indexes, rows }: SliceMerge, parameter: Parameter): string {
  if (rows !== undefined) return rowsSql(parameter(rows, 'jsonb'));
  const isOfSlice = sliceSql(slice, parameter);
  const byIndex = indexConditions(indexes).map(
    (isIndexed) => `select * from ${stagingTable(importId, chunk)} where ${isIndexed} ${isOfSlice}`,
  );
  return `(${byIndex.join(' union all ')}) staged`;
}

function sliceSql({ afterKey, upToKey }: Slice, parameter: Parameter): string {
  return [
    ...(afterKey === null ? [] : [`and key > ${parameter(afterKey, 'text')}`]),
    ...(upToKey === null ? [] : [`and key <= ${parameter(upToKey, 'text')}`]),
  ].join(' ');
}

/** The only parts of the statement that write subscribers. */
function writesSql(
  merge: SliceMerge,
  {
    list,
    changes,
    rowFields,
    returnsIds,
  }: { list: string; changes: readonly Change[]; rowFields: string; returnsIds: boolean },
): string {
  const status = addedStatus(merge.options);
  return `rewritten as (
  ${changes.length === 0 ? 'select where false' : rewrittenSql(merge, list, changes)}
), inserted as (
  insert into subscribers (mailing_list_id, key, email, status, email_format, confirmed, confirm_time, subscribe_time,
                           subscribe_ip, remove_time, remove_ip, custom_fields)
  select ${list}, key, email, ${status}, email_format, confirmed, confirm_time, coalesce(subscribe_time, now()),
         subscribe_ip,
         case when status <> 'active' then coalesce(remove_time, now()) end,
         case when status <> 'active' then remove_ip end,
         ${withoutNulls(`${rowFields}custom_fields`, 'clears_fields', merge)}
    from classified where outcome = 'added' and (select count(*) from rewritten) >= 0
  ${returnsIds ? 'returning id, key, email, status' : ''}
), `;
}

/** Each row with what becomes of it; the first row of each key with its subscriber, if there is one. */
function classifiedSql(
  merge: SliceMerge,
  {
    parameter,
    list,
    changes,
    customFields,
  }: { parameter: Parameter; list: string; changes: readonly Change[]; customFields: string },
): string {
  const { overwrite, overwrite_when_status: when } = merge.options;
  const mayGrow = changes.some(({ column }) => column === 'custom_fields');
  const enabled = Object.entries(when).flatMap(([status, isEnabled]) => (isEnabled ? [status] : []));
  const mayUpdate = `s.status_before::text = any (${overwrite ? parameter(enabled, 'text[]') : `'{}'`})`;
  const tuple = (prefix: string) => changes.map(({ column }) => `s.${prefix}_${column}`).join(', ');
  // Without a fence Postgres folds the look-up into the outer join, and reads the whole table for each row when it takes
  // it for small. New values are worked out inside it, once.
  const fence = merge.locking ? 'for no key update' : 'offset 0';
  return `
  select r.*, s.subscriber_id, s.place, s.version, s.status_before,
         ${changes.map(({ column }) => `${merge.image ? `s.old_${column}, ` : ''}s.new_${column}, `).join('')}
         case
           when r.occurrence > 1 then 'skipped_duplicate'
           when s.subscriber_id is null then ${addedOutcome(merge, parameter)}
           ${mayGrow ? `when ${mayUpdate} and s.is_too_large then 'failed'` : ''}
           ${overwrite ? `when ${mayUpdate} then 'updated' else 'skipped_' || s.status_before` : `else 'skipped_overwrite'`}
         end as outcome,
         ${changes.length === 0 ? 'false' : `${mayUpdate} ${mayGrow ? 'and not s.is_too_large' : ''} and (${tuple('old')}) is distinct from (${tuple('new')})`} as differs
    from (select *, row_number() over (partition by key order by row_number) as occurrence${lastLeavingSql(merge.options)}
            from ${sourceSql(merge, parameter)}) r
    left join lateral (
      select id as subscriber_id, ctid as place, xmin as version, status as status_before
             ${changes.map(({ column, value }) => `, s.${column} as old_${column}, ${value} as new_${column}`).join('')}
             ${mayGrow ? `, ${tooLargeSql(merge, customFields)} as is_too_large` : ''}
        from ${merge.partition} s where mailing_list_id = ${list} and key = r.key ${fence}
    ) s on r.occurrence = 1`;
}

/** Data of this many bytes cannot become longer than a subscriber's may be as text, which is up to six times as long. */
const SMALL_BYTES = BOUNDS.subscriberData.max / 8;

/** Whether a subscriber's data would grow too long; writing it as text to measure it would cost each row as much as the merge. */
function tooLargeSql({ defaults }: SliceMerge, customFields: string): string {
  const small = SMALL_BYTES - Buffer.byteLength(defaults ?? '');
  return `(case when pg_column_size(s.custom_fields) + pg_column_size(r.custom_fields) < ${small}
                      and pg_column_compression(s.custom_fields) is null and pg_column_compression(r.custom_fields) is null
                     then false
                     else octet_length((${customFields})::text)
                          > greatest(${BOUNDS.subscriberData.max}, octet_length(s.custom_fields::text)) end)`;
}

/**
 * Writes what differs. A row that was not locked is written where it was found, unless another transaction has written
 * it since. A locked row may be younger than this statement's snapshot, which finds it by its older self only. New rows go
 * through the parent of the partitions, which has the identity.
 */
function rewrittenSql(merge: SliceMerge, list: string, changes: readonly Change[]): string {
  // What differs is the first of its key: saying so again lets the planner expect few rows, and look each up.
  const same = merge.locking
    ? `s.mailing_list_id = ${list} and s.id = c.subscriber_id`
    : 's.ctid = c.place and s.xmin = c.version';
  return `
  update ${merge.partition} s
     set ${changes.map(({ column }) => `${column} = c.new_${column}`).join(', ')}
    from classified c
   where c.occurrence = 1 and c.differs and ${same}
  returning 1`;
}

/** New rows are admitted in file order up to the cut-off, and never more than there is room for at this moment. */
function addedOutcome({ limit }: SliceMerge, parameter: Parameter): string {
  if (limit === null) return `'added'`;
  return `case when r.row_number <= ${parameter(limit.cutoff, 'bigint')}
                and row_number() over (partition by s.subscriber_id is null and r.occurrence = 1 order by r.row_number)
                    <= ${parameter(limit.room, 'bigint')}
               then 'added' else 'skipped_over_limit' end`;
}

/** By how much each status's count changes; `reactivates` marks subscribers that become active. */
function statusChangesSql({ options }: SliceMerge): string {
  const added = `from classified where outcome = 'added' group by status`;
  if (!changesStatus(options)) return `select status, count(*) as n ${added}`;
  const moved = `from classified where outcome = 'updated' and new_status <> status_before`;
  return `select ${addedStatus(options)} as status, count(*) as n, false as reactivates ${added}
  union all select new_status, count(*), new_status = 'active' ${moved} group by new_status
  union all select status_before, -count(*), false ${moved} group by status_before`;
}

/** The status of a staged row that adds a subscriber. */
function addedStatus(options: ImportOptions): string {
  return leavesBlankStatus(options) ? `coalesce(status, 'active')` : 'status';
}

/** Only active subscribers receive mail, so only they get reactions, and none whose address is suppressed. */
function reactionsSql(merge: SliceMerge, parameter: Parameter, list: string, importId: string): string {
  const { onAdded, onUpdated } = merge.autoresponders;
  if (merge.options.dry_run === true || (onAdded.length === 0 && onUpdated.length === 0)) return '';
  const status = changesStatus(merge.options) ? 'new_status' : 'status_before';
  const suppressed = isSuppressed({
    organizationId: `(select organization_id from mailing_lists where id = ${list})`,
    ...{ key: 's.key', email: 's.email', hasAddressKeys: String(!merge.list.hasAlternateKey) },
  });
  const source = (from: string, ids: readonly number[]) => `
  select a.id, ${list}, s.id, ${importId}, now() + make_interval(secs => a.delay_seconds)
    from (${from}) s join autoresponders a on a.id = any (${parameter(ids, 'bigint[]')}) and a.deleted_at is null
   where not ${suppressed}`;
  const updated = `select subscriber_id as id, key, email from classified where outcome = 'updated' and ${status} = 'active'`;
  return `, reacting as (
  insert into autoresponder_reactions (autoresponder_id, mailing_list_id, subscriber_id, subscriber_import_id, due_at)
  ${source(`select id, key, email from inserted where status = 'active'`, onAdded)}
  ${merge.options.overwrite ? `union all ${source(updated, onUpdated)}` : ''}
)`;
}

/** The last row of each key that says its person left, as a column of the rows of a slice; none where no column says the status. */
function lastLeavingSql(options: ImportOptions): string {
  if (!mapsStatus(options)) return '';
  return `, max(row_number) filter (where status <> 'active') over (partition by key) as last_leaving`;
}

/**
 * The number of people whom the classified rows make active, or leave so, though a later row says that they left. Only a
 * file that says the status has any. `added` is the status of a row that adds its subscriber.
 */
function leftLaterSql(options: ImportOptions, added: string): string {
  if (!mapsStatus(options)) return '0';
  const updated = changesStatus(options) ? ` or outcome = 'updated' and new_status = 'active'` : '';
  return `(select count(*) from classified
          where occurrence = 1 and last_leaving > row_number and (outcome = 'added' and ${added} = 'active'${updated}))`;
}
