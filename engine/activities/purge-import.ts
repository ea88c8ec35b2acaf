import { dropKeys } from '../db/deactivate.ts';
import { dropStaging } from '../db/staging.ts';
import { inTransaction } from '../db/transaction.ts';
import { sourceKey } from '../files/source-key.ts';
import type { ActivityDeps } from './deps.ts';

/** Removes logs, staging and stored source of an import that has ended; its row and its totals stay. */
export async function purgeImport({ pool, files }: ActivityDeps, importId: number): Promise<void> {
  await files.remove(sourceKey(importId));
  await inTransaction(pool, async (client) => {
    await dropKeys(client, importId);
    await dropStaging(client, importId);
    await client.query(`delete from import_logs where subscriber_import_id = $1`, [importId]);
    await client.query(`update subscriber_imports set purged_at = now() where id = $1`, [importId]);
  });
}
