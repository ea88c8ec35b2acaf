import { findUndoneImport, importUndoStates } from '../../db/import-undos/ledger.ts';
import { findUnpurgedUndos, purgeUndo } from '../../db/import-undos/logs.ts';
import { findUnfinishedUndos, findUnfinishedUndosOfList } from '../../db/import-undos/unfinished.ts';
import { forgetKept } from '../../db/sources/excess-files.ts';
import { importKeys } from '../../files/source-key.ts';
import { importUndoStart, importUndoWorkflowId } from '../../jobs/import-undo.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { lookUpUnfinished } from '../maintained-kind.ts';
import type { MaintainedKind } from '../maintained-kind.ts';
import { recordJobState } from '../record-job-state.ts';
import type { UndoReference } from './undo-slices.ts';

/**
 * Removes the source and the settings that an import has kept for a database that goes back, when some of the import is undone: it is
 * neither restarted nor created again.
 */
export function cleanUpImportUndo(deps: ActivityDeps) {
  return ({ undoId }: UndoReference): Promise<void> => whileHeartbeating(() => removeSource(deps, undoId));
}

async function removeSource({ pool, files }: ActivityDeps, undoId: number): Promise<void> {
  const job = await findUndoneImport(pool, undoId);
  if (job === null || !(await forgetKept(pool, { table: 'subscriber_imports', folder: 'imports', ...job }))) return;
  for (const key of importKeys(job)) await files.remove(key);
}

/** Undos of imports as maintenance finds them: one that lost its workflow has failed, and keeps what it has undone. */
export const maintainedImportUndos: MaintainedKind = {
  purgeExpired: async ({ pool }, signal) => {
    const expired = await findUnpurgedUndos(pool);
    for (const id of expired) {
      signal.throwIfAborted();
      await purgeUndo(pool, id);
    }
    return expired.length;
  },
  purgeOfList: async ({ pool }, mailingListId, signal) => {
    for (const id of await findUnpurgedUndos(pool, mailingListId)) {
      signal.throwIfAborted();
      await purgeUndo(pool, id);
    }
  },
  unfinishedJobs: lookUpUnfinished({
    noun: 'undo',
    find: findUnfinishedUndos,
    startOf: importUndoStart,
    fail: async (deps, { id }, end) => {
      await recordJobState(deps, importUndoStates)({ undoId: id, ...end });
      await removeSource(deps, id);
    },
  }),
  unfinishedJobsOfList: async (deps, mailingListId) => {
    const rows = await findUnfinishedUndosOfList(deps.pool, mailingListId);
    return rows.map(({ id, jobKey }) => ({
      jobKey,
      workflowId: importUndoWorkflowId(id, deps.client.names.workflowIdPrefix),
      cancel: () => recordJobState(deps, importUndoStates)({ undoId: id, state: 'cancelled', errorMessage: null }),
    }));
  },
};
