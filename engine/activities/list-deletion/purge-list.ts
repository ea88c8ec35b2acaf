import { deleteDependentRows, requireDeletion } from '../../db/lists/list-deletions.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { Kinds } from '../compose.ts';
import type { ActivityDeps, ListReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** Removes what is stored of a list once its subscribers are gone: what its jobs have stored, counts, reactions, codes. */
export function purgeList(deps: ActivityDeps & Kinds) {
  return ({ mailingListId }: ListReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      await requireDeletion(deps.pool, mailingListId);
      for (const kind of deps.maintainedKinds) await kind.purgeOfList?.(deps, mailingListId, signal);
      await inTransaction(deps.pool, (client) => deleteDependentRows(client, mailingListId), signal);
    });
}
