import { wasCancelledWithList } from '../../db/deleted-list-jobs.ts';
import { deleteListRemains } from '../../db/list-deletions.ts';
import { RETENTION_IS_OVER } from '../../db/subscriber-imports.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeImport } from '../purge-import.ts';
import { purgeExportsOfList } from '../subscriber-export/purge-exports-of-list.ts';

/**
 * Removes what is stored of a list once its subscribers are gone: sources, staging and logs of its imports, counts,
 * reactions, codes. Imports that the deletion has cancelled keep their logs until their retention is over.
 */
export function purgeList(deps: ActivityDeps) {
  return ({ mailingListId }: ListReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { rows } = await deps.pool.query<{ id: number; keepsLogs: boolean }>(
        `select i.id, coalesce(${wasCancelledWithList('i').sql} and not ${RETENTION_IS_OVER.sql}, false) as "keepsLogs"
           from subscriber_imports i join mailing_lists l on l.id = i.mailing_list_id
          where i.mailing_list_id = $1 and i.purged_at is null
          order by i.id`,
        [mailingListId],
      );
      for (const { id, keepsLogs } of rows) {
        signal.throwIfAborted();
        await purgeImport(deps, id, { keepsLogs });
      }
      await purgeExportsOfList(deps, mailingListId, signal);
      await inTransaction(deps.pool, (client) => deleteListRemains(client, mailingListId), signal);
    });
}
