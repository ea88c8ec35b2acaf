import { recordState } from '../../db/exports/ledger.ts';
import type { ExportStateChange } from '../../db/exports/ledger.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** Writes an export's public state where the lists read it; at the end also when that was and how large the file is. Commands are recorded and logged. */
export function recordExportState({ pool, log, callEndpoints, nameSenders }: ActivityDeps) {
  return async (change: ExportStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const waiting = await recordState(pool, { ...change, commands });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
