import type { SubscriberStatus } from '../../domain/subscribers.ts';

/** Values of a subscriber that are one for the rules: each has the columns that an import changes together. */
const GROUPS = {
  email: ['email'],
  status: ['status', 'remove_time', 'remove_ip'],
  email_format: ['email_format'],
  confirmed: ['confirmed', 'confirm_time'],
  subscribe_time: ['subscribe_time'],
  subscribe_ip: ['subscribe_ip'],
} as const;

const COLUMNS = Object.values(GROUPS).flat();
const IMAGED = [...COLUMNS, 'custom_fields'];
const PAIRS = IMAGED.flatMap((column) => [`old_${column}`, `new_${column}`]);

const isChanged = (column: string) => `old_${column} is distinct from new_${column}`;
const isAsWritten = (column: string) =>
  `(not (${isChanged(column)}) or s.${column} is not distinct from new_${column})`;
const any = (columns: readonly string[], of: (column: string) => string) => `(${columns.map(of).join(' or ')})`;
const all = (columns: readonly string[], of: (column: string) => string) => `(${columns.map(of).join(' and ')})`;

/** Keys of a slice of a later import that has rows between two keys. */
const overlaps = (bounds: string) =>
  `coalesce(b.after_key <= ${bounds}.last, true) and coalesce(b.up_to_key >= ${bounds}.first, true)`;

/**
 * The statement that undoes one before-image: it gives each subscriber of it an outcome by the rules (docs/undo.md), and writes
 * subscribers, their reactions, the logs and the ledger. A dry run leaves out the parts that write subscribers. A row is written
 * where it was found, unless another transaction has written it since: then fewer are written than are to be.
 *
 * Parameters: 1 import, 2 number of the before-image, 3 list, 4 undo, 5 whether addresses are logged.
 */
export function undoStatement(partition: string, { isDryRun }: { readonly isDryRun: boolean }): string {
  return `
with recursive image as materialized (
  select * from import_before_images where subscriber_import_id = $1::bigint and number = $2::bigint
), changed as materialized (
  select u.* from image i,
         unnest(i.ids, i.versions, ${PAIRS.map((name) => `i.${name}`).join(', ')}) with ordinality
           as u (id, version_before, ${PAIRS.join(', ')}, place_in_image)
), present as materialized (
  select s.id, s.key, s.ctid as place, s.xmin as version, true as is_added
    from image i, ${partition} s
   where s.mailing_list_id = $3::bigint and s.id >= i.first_id and s.id <= i.last_id and s.created_at = i.written_at
  union all
  select s.id, s.key, s.ctid, s.xmin, false
    from changed c, lateral (
      select id, key, ctid, xmin from ${partition} where mailing_list_id = $3::bigint and id = c.id offset 0) s
), bounds as materialized (
  select min(key) as first, max(key) as last from present
), claimed as materialized (
  select distinct u.id
    from bounds, import_before_images b, unnest(coalesce(b.ids, '{}') || coalesce(b.seen, '{}')) u (id)
   where b.mailing_list_id = $3::bigint and b.number > $2::bigint and b.subscriber_import_id <> $1::bigint
     and b.undone_xid is null and ${overlaps('bounds')}
), others as materialized (
  select p.id, p.key, p.version from present p, image i where p.version <> i.xid::xid
), back as materialized (
  select u.id, b.undone_xid::xid as version, u.version_before
    from (select min(key) as first, max(key) as last from others) bounds, import_before_images b,
         unnest(b.ids, b.versions, b.is_whole) u (id, version_before, is_whole)
   where b.mailing_list_id = $3::bigint and bounds.first is not null and b.undone_xid is not null and u.is_whole and ${overlaps('bounds')}
), earlier (id, version) as (
  select id, version from others
  union
  select e.id, b.version_before from earlier e join back b on b.id = e.id and b.version = e.version
), intact as materialized (
  select p.id from present p, image i where p.version = i.xid::xid
  union
  select e.id from earlier e, image i where e.version = i.xid::xid
), judged as materialized (
  select p.id, p.key, p.place, p.version, p.is_added, s.email as address, s.status as status_now,
         p.id in (select id from claimed) as is_claimed, p.id in (select id from intact) as is_intact,
         exists (select from unsubscribe_events e
                  where e.mailing_list_id = $3::bigint and e.subscriber_id = p.id and e.created_at > i.written_at offset 0) as has_left,
         c.place_in_image, f.fields_changed, f.fields_back, f.fields,
         ${Object.entries(GROUPS)
           .map(
             ([
               name,
               columns,
             ]) => `${any(columns, isChanged)} as ${name}_changed, ${all(columns, isAsWritten)} as ${name}_as_written,
         ${columns.map((column) => `case when ${isChanged(column)} then old_${column} else s.${column} end as ${column}`).join(', ')}`,
           )
           .join(',\n         ')}
    from (select written_at from image) i, present p
    join lateral (select * from ${partition} s where s.ctid = p.place and s.xmin = p.version offset 0) s on true
    left join changed c on not p.is_added and c.id = p.id
    left join lateral (
      select count(*) as fields_changed, count(*) filter (where is_back) as fields_back,
             (s.custom_fields - coalesce(array_agg(name) filter (where is_back), '{}'))
               || coalesce(jsonb_object_agg(name, old_custom_fields -> name)
                             filter (where is_back and old_custom_fields ? name), '{}') as fields
        from (select name, s.custom_fields -> name is not distinct from new_custom_fields -> name as is_back
                from jsonb_object_keys(old_custom_fields || new_custom_fields) name
               where old_custom_fields -> name is distinct from new_custom_fields -> name) names
    ) f on c.old_custom_fields is not null
), ruled as materialized (
  select j.*, ${IS_BLOCKED} as is_blocked,
         (${Object.keys(GROUPS)
           .map((name) => `(${name}_changed)::integer`)
           .join(' + ')} + coalesce(fields_changed, 0)) as changes,
         (${Object.keys(GROUPS)
           .map((name) => `(${isRestored(name)})::integer`)
           .join(' + ')} + coalesce(fields_back, 0)) as changes_back,
         ${Object.keys(GROUPS)
           .map((name) => `${isRestored(name)} as ${name}_back`)
           .join(', ')}
    from judged j
), decided as materialized (
  select r.*, case
           when is_claimed then 'kept_later'
           when is_added then case when is_intact and not has_left then 'removed' else 'kept_changed' end
           when is_blocked then 'kept_left'
           when changes_back = changes then 'restored'
           when changes_back = 0 then 'kept_changed'
           else 'restored_partly'
         end as outcome,
         not is_claimed and not is_added and changes_back > 0 as is_written
    from ruled r
)${isDryRun ? '' : writes(partition)}, status_changes as (
  select status_now as status, -count(*) as n from decided where outcome = 'removed' group by status_now
  union all
  select status_now, -count(*) from decided where is_written and status_back and status <> status_now group by status_now
  union all
  select status, count(*) from decided where is_written and status_back and status <> status_now group by status
), outcomes as materialized (
  select outcome as kind, count(*)::integer as entries, string_agg(address, e'\\n' order by key) as addresses from decided group by outcome
  union all
  select 'reactivated', count(*)::integer, string_agg(address, e'\\n' order by key) from decided where ${REACTIVATES} having count(*) > 0
), logged as (
  insert into import_undo_logs (import_undo_id, kind, number, entries, left_out, content, bytes)
  select $4::bigint, kind, $2::bigint, case when $5::boolean then entries else 0 end, case when $5::boolean then 0 else entries end,
         case when $5::boolean then addresses || e'\\n' else '' end,
         case when $5::boolean then octet_length(addresses) + 1 else 0 end
    from outcomes
  returning bytes
)
select (select added + changed from image)::integer as subscribers,
       (select jsonb_object_agg(kind, entries) from outcomes) as outcomes,
       (select coalesce(sum(bytes), 0) from logged)::bigint as bytes,
       (select jsonb_object_agg(status, n) from (select status, sum(n) as n from status_changes group by status) c) as "statusChanges",
       ${
         isDryRun
           ? 'true as "isWritten", 0 as "reactionsCancelled", 0 as "reactionsDue"'
           : `(select count(*) from decided where outcome = 'removed') = (select count(*) from removed)
         and (select count(*) from decided where is_written) = (select count(*) from restored) as "isWritten",
       (select count(*) from reactions where is_own and is_waiting) as "reactionsCancelled",
       (select count(*) from reactions where is_own and not is_waiting) as "reactionsDue"`
       }`;
}

/** The condition that a subscriber would come back: one who was active before the import. */
const COMES_BACK = `status_changed and status_as_written and status = 'active' and status_now <> 'active'`;
/**
 * Only one that nothing else wrote comes back: a report of a bounce or a complaint leaves no trace in the values where the import had given the
 * status that it gives.
 */
const IS_BLOCKED = `(${COMES_BACK} and (has_left or not is_intact))`;
const REACTIVATES = `is_written and status_back and status = 'active' and status_now <> 'active'`;

function isRestored(group: string): string {
  const isBack = `${group}_changed and ${group}_as_written`;
  return group === 'status' ? `${isBack} and not ${IS_BLOCKED}` : isBack;
}

/** The parts that write subscribers and what depends on them, and note that the before-image is undone. */
function writes(partition: string): string {
  const sets = Object.entries(GROUPS).flatMap(([name, columns]) =>
    columns.map((column) => `${column} = case when o.${name}_back then o.${column} else s.${column} end`),
  );
  return `, removed as (
  delete from ${partition} s using decided o
   where o.outcome = 'removed' and s.ctid = o.place and s.xmin = o.version
  returning 1
), restored as (
  update ${partition} s set ${sets.join(', ')}, custom_fields = coalesce(o.fields, s.custom_fields)
    from decided o where o.is_written and s.ctid = o.place and s.xmin = o.version
  returning 1
), reactions as (
  delete from autoresponder_reactions r using decided o
   where o.outcome = 'removed' and r.mailing_list_id = $3::bigint and r.subscriber_id = o.id
  returning r.subscriber_import_id is not distinct from $1::bigint as is_own, r.due_at > now() as is_waiting
), undone as (
  update import_before_images b
     set undone_xid = pg_current_xact_id(),
         is_whole = (select array_agg(coalesce(d.outcome = 'restored' and d.is_intact, false) order by c.place_in_image)
                       from changed c left join decided d on not d.is_added and d.id = c.id)
   where b.subscriber_import_id = $1::bigint and b.number = $2::bigint
)`;
}

/** By how much the count of each status changes. */
export type StatusChanges = Partial<Readonly<Record<SubscriberStatus, number>>>;
