import { deleteListRemains } from '../../db/list-deletions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { ActivityDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { purgeImport } from '../purge-import.ts';

/** Removes what is stored of a list once its subscribers are gone: pieces of its imports, counts, reactions, codes. */
export function purgeList(deps: ActivityDeps) {
  return ({ mailingListId }: ListReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const { rows } = await deps.pool.query<{ id: number }>(
        `select id from subscriber_imports where mailing_list_id = $1 and purged_at is null order by id`,
        [mailingListId],
      );
      for (const { id } of rows) {
        signal.throwIfAborted();
        await purgeImport(deps, id);
      }
      await inTransaction(deps.pool, (client) => deleteListRemains(client, mailingListId), signal);
    });
}
