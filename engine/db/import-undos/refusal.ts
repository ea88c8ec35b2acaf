import type { Queryable } from '../core/connections.ts';
import { findPartitionOf } from '../subscribers/partition-of-list.ts';

/** Facts that may change while an undo runs. */
interface ChangedFacts {
  readonly isOfThisDatabase: boolean;
  readonly laterImportId: number | null;
}

interface Facts extends ChangedFacts {
  readonly state: string;
  readonly isDryRun: boolean;
  readonly hasEnded: boolean;
  readonly isPurged: boolean;
  readonly keepsNone: boolean;
  readonly isListDeleted: boolean;
  readonly isBalanced: boolean;
  readonly undoId: number | null;
}

const SKIPPED = ['overwrite', 'active', 'unsubscribed', 'scomp', 'bounced', 'deactivated'];

/** Whether the before-images of an ended import have each subscriber that it added, changed, deactivated or found. */
const isBalanced = (job: string) => {
  const total = (name: string) => `(${job}.totals ->> '${name}')::bigint`;
  return `(
    select coalesce(sum(b.added), 0) = ${total('added')}
       and coalesce(sum(b.changed), 0) = ${total('updated')} - ${job}.unchanged + coalesce(${job}.deactivated, 0)
       and coalesce(sum(b.found), 0) = ${job}.unchanged + ${SKIPPED.map((name) => total(`skipped_${name}`)).join(' + ')}
      from import_before_images b where b.subscriber_import_id = ${job}.id)`;
};

/** Whether those of an import that has not ended have each subscriber, by its ledger; those that it has deactivated have before-images in addition. */
const isBalancedSoFar = (job: string) => `(
    select c.added = b.added and c.found = b.found and c.changed <= b.changed
      from (select coalesce(sum(added), 0) as added, coalesce(sum(updated - unchanged), 0) as changed,
                   coalesce(sum(unchanged + ${SKIPPED.map((name) => `skipped_${name}`).join(' + ')}), 0) as found
              from import_chunks where subscriber_import_id = ${job}.id) c,
           (select coalesce(sum(added), 0) as added, coalesce(sum(changed), 0) as changed, coalesce(sum(found), 0) as found
              from import_before_images where subscriber_import_id = ${job}.id) b)`;

/** The first import of a list, apart from $1, that has not ended before a time and has not noted each subscriber that it wrote or found. */
const laterImport = (list: string, since: string) => `(
    select min(later.id) from subscriber_imports later
     where later.mailing_list_id = ${list} and later.id <> $1 and not later.dry_run
       and coalesce(later.finished_at, now()) >= ${since}
       and case when later.finished_at is null then not ${isBalancedSoFar('later')}
                else later.purged_at is not null or not coalesce(${isBalanced('later')}, false) end)`;

/** Whether the versions of rows that a before-image has are those of this database. */
const isOfOther = (image: string) => `(
    ${image}.epoch <> (select epoch from installation) or ${image}.place <> pg_relation_filenode($2::text::regclass)
    or pg_snapshot_xmax(pg_current_snapshot())::text::numeric - ${image}.xid::text::numeric > 2000000000)`;

const FACTS = `
  select i.state, i.dry_run as "isDryRun", i.finished_at is not null as "hasEnded", i.purged_at is not null as "isPurged",
         i.options ->> 'undo' = 'false' as "keepsNone", l.deleted_at is not null as "isListDeleted",
         coalesce(${isBalanced('i')}, false) as "isBalanced",
         not exists (
           select from import_before_images b where b.subscriber_import_id = i.id and ${isOfOther('b')}) as "isOfThisDatabase",
         (select max(u.id) from import_undos u
           where u.subscriber_import_id = i.id and u.id is distinct from $3::bigint
             and u.options ->> 'dry_run' = 'false' and u.state not in ('failed', 'cancelled')) as "undoId",
         ${laterImport(
           'i.mailing_list_id',
           `coalesce((select min(written_at) from import_before_images b where b.subscriber_import_id = i.id), now())`,
         )} as "laterImportId"
    from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
   where i.id = $1`;

const SLICE_FACTS = `
  select not ${isOfOther('b')} as "isOfThisDatabase", ${laterImport('b.mailing_list_id', 'u.created_at')} as "laterImportId"
    from import_before_images b, import_undos u
   where b.subscriber_import_id = $1 and b.number = $4 and u.id = $3`;

/**
 * The sentence that says why an import cannot be undone; null when it can. An undo of it that is under way is the one that is given.
 */
export async function undoRefusal(
  db: Queryable,
  { importId, mailingListId, undoId = null }: { importId: number; mailingListId: number; undoId?: number | null },
): Promise<string | null> {
  const partition = await findPartitionOf(db, mailingListId);
  const { rows } = await db.query<Facts>(FACTS, [importId, partition, undoId]);
  const [facts] = rows;
  if (facts === undefined) return `There is no subscriber import ${importId}.`;
  if (facts.isDryRun) return `Import ${importId} is a dry run: it wrote no subscribers.`;
  if (facts.isListDeleted) return `The mailing list of import ${importId} was deleted.`;
  if (!facts.hasEnded) return `Import ${importId} is ${facts.state}: wait for its end, or cancel it, and undo it then.`;
  if (facts.undoId !== null) return `Import ${importId} is undone by undo ${facts.undoId}; an import is undone once.`;
  if (facts.isPurged) return `The logs of import ${importId} were purged, and with them what it could be undone by.`;
  if (facts.keepsNone)
    return `Import ${importId} was created with "undo": false and kept nothing it could be undone by.`;
  if (!facts.isBalanced)
    return `Import ${importId} kept no complete before-images: it ran in an earlier version, with IMPORT_UNDO=off, or without room for them.`;
  return changedFacts(importId, facts);
}

/**
 * The sentence that says why the next before-image of an undo that has begun cannot be undone: the database was set back since, or an import
 * of the list has run that notes nothing. Null when it can; in the transaction that undoes it, which keeps such imports out.
 */
export async function sliceRefusal(
  db: Queryable,
  { importId, mailingListId, undoId, number }: SliceOfUndo,
): Promise<string | null> {
  const partition = await findPartitionOf(db, mailingListId);
  const { rows } = await db.query<ChangedFacts>(SLICE_FACTS, [importId, partition, undoId, number]);
  const [facts] = rows;
  return facts === undefined ? null : changedFacts(importId, facts);
}

interface SliceOfUndo {
  readonly importId: number;
  readonly mailingListId: number;
  readonly undoId: number;
  /** Number of the before-image. */
  readonly number: number;
}

function changedFacts(importId: number, { isOfThisDatabase, laterImportId }: ChangedFacts): string | null {
  if (!isOfThisDatabase)
    return `The database was restored or set back, or the table of subscribers written again, since import ${importId}: what has changed since is not known.`;
  if (laterImportId !== null)
    return `Import ${laterImportId} of the list came later and kept no complete before-images: which subscribers are its own is not known.`;
  return null;
}
