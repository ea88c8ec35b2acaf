import type { ImportUndoFaultType } from '../../machines/import-undo.ts';
import { importUndoRows } from '../db/import-undos/operator.ts';
import { IMPORT_UNDO_BOUNDS } from '../domain/import-undos.ts';
import { IMPORT_UNDO } from '../jobs/import-undo.ts';
import type { ClientJobKind } from './job-kind.ts';

/** The undo of a subscriber import. */
export const importUndoKind: ClientJobKind = {
  ...IMPORT_UNDO,
  ...importUndoRows,
  unit: 'subscribers undone',
  page: { title: 'Undo', path: '/undos' },
  states: ['idle', 'undoing', 'paused'],
  bounds: IMPORT_UNDO_BOUNDS,
  ownFaults: ['UndoImpossible'] satisfies readonly ImportUndoFaultType[],
  tag: { name: 'Import undos', description: 'Undos of subscriber imports.' },
  loadActivities: () => import('../activities/import-undo.ts'),
};
