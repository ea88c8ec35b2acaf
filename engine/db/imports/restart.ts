import type { Pool, PoolClient } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import type { SourceType } from '../../domain/subscriber-imports.ts';
import { deleteWorklist } from './purge.ts';

/** Facts that decide whether an import can be restarted. */
export interface EndedImport extends FileOwner {
  readonly state: string;
  readonly finishedAt: Date | null;
  readonly purgedAt: Date | null;
  readonly listDeletedAt: Date | null;
  readonly sourceType: SourceType;
  /** The ledger speaks of the stored source, so no other one will do. */
  readonly wasScanned: boolean;
  /** The list tells its subscribers apart by another field since. */
  readonly hasOtherKey: boolean;
  /** An undo of it that is under way, or that has undone some of it; null: there is none. */
  readonly undoId: number | null;
}

/** Reads what decides about a restart, or null when there is no such import; `lock` keeps it as it is until the transaction ends. */
export async function readEndedImport(
  db: Pool | PoolClient,
  importId: number,
  { lock = false } = {},
): Promise<EndedImport | null> {
  // An undo that is created holds the import as well: the row is read by a statement of its own, as it is once the locks are there.
  if (lock) {
    await db.query(
      `select from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id where i.id = $1
          for no key update of i for share of l`,
      [importId],
    );
  }
  const { rows } = await db.query<EndedImport>(
    `select i.id, i.job_key as "jobKey", i.state, i.finished_at as "finishedAt", i.purged_at as "purgedAt", l.deleted_at as "listDeletedAt",
            i.options -> 'file_source' ->> 'type' as "sourceType", i.number_of_records is not null as "wasScanned",
            i.primary_key_custom_field_id is distinct from l.primary_key_custom_field_id as "hasOtherKey",
            (select max(u.id) from import_undos u
              where u.subscriber_import_id = i.id and u.options ->> 'dry_run' = 'false'
                and (u.finished_at is null or u.state = 'finished' or u.done_number is not null)) as "undoId"
       from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
      where i.id = $1`,
    [importId],
  );
  return rows[0] ?? null;
}

/** Makes a failed import an unfinished one again; its ledger, logs and staging stay as they are, its worklist is made again later. */
export async function reopenFailed(client: PoolClient, importId: number): Promise<void> {
  await client.query(
    `update subscriber_imports set state = 'scheduled', finished_at = null, error_message = null, totals = null
      where id = $1 and state = 'failed'`,
    [importId],
  );
  await deleteWorklist(client, importId);
}
