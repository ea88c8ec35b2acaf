import { recordSuppressionState } from '../../db/suppressed-address-imports/ledger.ts';
import type { SuppressionStateChange } from '../../db/suppressed-address-imports/ledger.ts';
import { SUPPRESSED_ADDRESS_IMPORT_KIND } from '../../domain/suppressed-address-imports.ts';
import type { ActivityDeps } from '../deps.ts';
import { logCommands } from '../log-commands.ts';

/** Writes an import's public state where the lists read it. Commands are recorded and logged, the end is counted. */
export function recordSuppressedImportState({ pool, log, callEndpoints, nameSenders, countEnd }: ActivityDeps) {
  return async (change: SuppressionStateChange): Promise<void> => {
    const commands = await nameSenders(change.commands);
    const { waiting, isChanged } = await recordSuppressionState(pool, { ...change, commands });
    if (isChanged) countEnd({ kind: SUPPRESSED_ADDRESS_IMPORT_KIND, ...change });
    logCommands(log, commands);
    await callEndpoints(waiting);
  };
}
