import { recordImportState as record } from '../../db/imports/state.ts';
import type { ImportStateChange } from '../../db/imports/state.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** Writes an import's public state where the lists read it; at the end also its time, its error and its totals. Commands are recorded and logged. */
export function recordImportState({ pool, log, callEndpoints, nameSenders }: ActivityDeps) {
  return async (change: ImportStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const waiting = await record(pool, { ...change, commands });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
