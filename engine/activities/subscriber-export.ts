import type { ActivityDeps } from './deps.ts';
import { sorted } from './faults.ts';
import { cleanUpExport } from './subscriber-export/clean-up-export.ts';
import { recordExportState } from './subscriber-export/record-export-state.ts';
import { takeExportSnapshot } from './subscriber-export/take-export-snapshot.ts';
import { takeExportTurn } from './subscriber-export/take-export-turn.ts';
import { writeExportParts } from './subscriber-export/write-export-parts.ts';

export { maintainedSubscriberExports } from './subscriber-export/maintained-exports.ts';

/** The activities of a subscriber export: each may be retried, and resumes from the ledger. */
export function createSubscriberExportActivities(deps: ActivityDeps) {
  return {
    takeExportTurn: sorted(takeExportTurn(deps)),
    takeExportSnapshot: sorted(takeExportSnapshot(deps)),
    writeExportParts: sorted(writeExportParts(deps)),
    recordExportState: sorted(recordExportState(deps)),
    cleanUpExport: sorted(cleanUpExport(deps)),
  };
}
