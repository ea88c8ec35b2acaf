import { importUndoStates } from '../db/import-undos/ledger.ts';
import { IMPORT_UNDO_BOUNDS } from '../domain/import-undos.ts';
import type { ActivityDeps } from './deps.ts';
import { sorted } from './faults.ts';
import { cleanUpImportUndo } from './import-undo/maintained-import-undos.ts';
import { readUnended, undoSlices } from './import-undo/undo-slices.ts';
import type { UndoReference } from './import-undo/undo-slices.ts';
import { recordJobState } from './record-job-state.ts';
import { takeJobTurn } from './take-job-turn.ts';
import { LOCK_SPACES } from '../db/core/advisory-locks.ts';

export { maintainedImportUndos } from './import-undo/maintained-import-undos.ts';

/** The activities of an undo of an import: each may be retried, and resumes from the ledger. */
export function createImportUndoActivities(deps: ActivityDeps) {
  return {
    takeUndoTurn: sorted(takeJobTurn(deps, TURNS, (reference: UndoReference) => readUnended(deps.pool, reference))),
    undoSlices: sorted(undoSlices(deps)),
    recordUndoState: sorted(recordJobState(deps, importUndoStates)),
    cleanUpImportUndo: sorted(cleanUpImportUndo(deps)),
  };
}

const TURNS = {
  queue: { table: 'import_undos', lock: LOCK_SPACES.importUndoSlots },
  limit: IMPORT_UNDO_BOUNDS.undosPerOrganization.max,
  jobs: 'undos',
} as const;
