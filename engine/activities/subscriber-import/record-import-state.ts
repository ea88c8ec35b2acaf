import { recordImportState as record } from '../../db/imports/state.ts';
import type { ImportStateChange } from '../../db/imports/state.ts';
import { IMPORT_KIND } from '../../domain/subscriber-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { recordState } from '../record-job-state.ts';
import { cleanUpImport } from './clean-up-import.ts';

interface RecordedState extends ImportStateChange {
  /** Whether the import is cleaned up then. */
  readonly cleansUp?: boolean;
}

/** The answer of a record of another state than the one that the import ended in. */
const FINISHED_ALREADY = 'finished-already';

/**
 * Writes an import's public state where the lists read it; at the end also its time, its error and its totals. Commands are recorded
 * and logged, the end is counted.
 */
export function recordImportState(deps: ActivityDeps) {
  const cleanUp = cleanUpImport(deps);
  return async ({ cleansUp = false, ...change }: RecordedState): Promise<typeof FINISHED_ALREADY | undefined> => {
    const { isFinishedAlready } = await recordState(deps, { kind: IMPORT_KIND, record }, change);
    if (cleansUp) await cleanUp({ importId: change.importId });
    return isFinishedAlready ? FINISHED_ALREADY : undefined;
  };
}
