import { recordImportState as record } from '../../db/imports/state.ts';
import type { ImportStateChange } from '../../db/imports/state.ts';
import type { ActivityDeps } from '../deps.ts';

/** Writes an import's public state where the lists read it; at the end also its time, its error and its totals. */
export function recordImportState({ pool }: ActivityDeps) {
  return (change: ImportStateChange): Promise<void> => record(pool, change);
}
