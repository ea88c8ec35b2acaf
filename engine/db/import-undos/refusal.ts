import type { Queryable } from '../core/connections.ts';
import { findPartitionOf } from '../subscribers/partition-of-list.ts';

interface Facts {
  readonly state: string;
  readonly isDryRun: boolean;
  readonly hasEnded: boolean;
  readonly isPurged: boolean;
  readonly keepsNone: boolean;
  readonly isListDeleted: boolean;
  readonly isBalanced: boolean;
  readonly isOfThisDatabase: boolean;
  readonly undoId: number | null;
  readonly laterImportId: number | null;
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

const FACTS = `
  select i.state, i.dry_run as "isDryRun", i.finished_at is not null as "hasEnded", i.purged_at is not null as "isPurged",
         i.options ->> 'undo' = 'false' as "keepsNone", l.deleted_at is not null as "isListDeleted",
         coalesce(${isBalanced('i')}, false) as "isBalanced",
         not exists (
           select from import_before_images b
            where b.subscriber_import_id = i.id
              and (b.epoch <> (select epoch from installation) or b.place <> pg_relation_filenode($2::text::regclass)
                   or pg_snapshot_xmax(pg_current_snapshot())::text::numeric - b.xid::text::numeric > 2000000000)) as "isOfThisDatabase",
         (select max(u.id) from import_undos u
           where u.subscriber_import_id = i.id and u.id is distinct from $3::bigint
             and u.options ->> 'dry_run' = 'false' and u.state not in ('failed', 'cancelled')) as "undoId",
         (select min(later.id) from subscriber_imports later
           where later.mailing_list_id = i.mailing_list_id and later.id <> i.id and not later.dry_run
             and coalesce(later.finished_at, now()) >= coalesce((
               select min(written_at) from import_before_images b where b.subscriber_import_id = i.id), now())
             and case when later.finished_at is null then later.options ->> 'undo' = 'false'
                      else later.purged_at is not null or not coalesce(${isBalanced('later')}, false) end) as "laterImportId"
    from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
   where i.id = $1`;

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
  if (!facts.isOfThisDatabase)
    return `The database was restored or set back, or the table of subscribers written again, since import ${importId}: what has changed since is not known.`;
  if (facts.laterImportId !== null)
    return `Import ${facts.laterImportId} of the list came later and kept no complete before-images: which subscribers are its own is not known.`;
  return null;
}
