import { readEndedImport, reopenFailed } from '../../db/imports/restart.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { requireRestartable } from './require-restartable.ts';

/**
 * Makes a failed import an unfinished one, so that its tasks may commit again; one that is unfinished is left alone.
 * @throws ApplicationFailure NotRestartable
 */
export function reopenImport({ pool, files }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    inTransaction(pool, async (client) => {
      const job = await readEndedImport(client, importId, { lock: true });
      if (job !== null && job.finishedAt === null) return;
      await requireRestartable(importId, job, files);
      await reopenFailed(client, importId);
    });
}
