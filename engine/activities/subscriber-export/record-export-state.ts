import { recordState } from '../../db/exports/ledger.ts';
import type { ExportStateChange } from '../../db/exports/ledger.ts';
import { EXPORT_KIND } from '../../db/exports/subscriber-exports.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/**
 * Writes an export's public state where the lists read it; at the end also when that was and how large the file is. Commands are recorded and
 * logged, the end is counted.
 */
export function recordExportState({ pool, log, callEndpoints, nameSenders, countEnd }: ActivityDeps) {
  return async (change: ExportStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const { waiting, isChanged } = await recordState(pool, { ...change, commands });
    if (isChanged) countEnd({ kind: EXPORT_KIND, ...change });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
