import { recordImportState as record } from '../../db/imports/state.ts';
import type { ImportStateChange } from '../../db/imports/state.ts';
import { IMPORT_KIND } from '../../domain/subscriber-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';
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
  const { pool, log, callEndpoints, nameSenders, countEnd } = deps;
  const cleanUp = cleanUpImport(deps);
  return async ({ cleansUp = false, ...change }: RecordedState): Promise<typeof FINISHED_ALREADY | undefined> => {
    const commands = await nameSenders(change.commands);
    const { waiting, isChanged, isFinishedAlready } = await record(pool, { ...change, commands });
    if (isChanged) countEnd({ kind: IMPORT_KIND, ...change });
    logCommands(log, commands);
    await callEndpoints(waiting);
    if (cleansUp) await cleanUp({ importId: change.importId });
    return isFinishedAlready ? FINISHED_ALREADY : undefined;
  };
}
