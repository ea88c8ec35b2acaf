import type { ActivityDeps } from './deps.ts';
import { sorted } from './faults.ts';
import { admitRows } from './subscriber-import/admit-rows.ts';
import { balanceImport } from './subscriber-import/balance-import.ts';
import { cleanUpImport } from './subscriber-import/clean-up-import.ts';
import { countAbsentSubscribers } from './subscriber-import/count-absent-subscribers.ts';
import { downloadSource } from './subscriber-import/download-source.ts';
import { importInline } from './subscriber-import/import-inline.ts';
import { mergeChunk, mergeChunks } from './subscriber-import/merge-chunk.ts';
import { recordImportState } from './subscriber-import/record-import-state.ts';
import { reopenImport } from './subscriber-import/reopen-import.ts';
import { resetStaging } from './subscriber-import/reset-staging.ts';
import { scanImportSource } from './subscriber-import/scan-import-source.ts';
import { settleImport } from './subscriber-import/settle-import.ts';
import { skipChunk } from './subscriber-import/skip-chunk.ts';
import { skipRange } from './subscriber-import/skip-range.ts';
import { stageRange, stageRanges } from './subscriber-import/stage-range.ts';
import { takeTurn } from './subscriber-import/take-turn.ts';

export { maintainedSubscriberImports } from './subscriber-import/maintained-imports.ts';

/** The activities of a subscriber import: each is idempotent, and a retry returns the result that the ledger recorded. */
export function createSubscriberImportActivities(deps: ActivityDeps) {
  return {
    reopenImport: sorted(reopenImport(deps)),
    takeTurn: sorted(takeTurn(deps)),
    downloadSource: sorted(downloadSource(deps)),
    importAtOnce: sorted(importInline(deps)),
    scanSource: sorted(scanImportSource(deps)),
    stageRange: sorted(stageRange(deps)),
    stageRanges: sorted(stageRanges(deps)),
    skipRange: sorted(skipRange(deps)),
    resetStaging: sorted(resetStaging(deps)),
    admitRows: sorted(admitRows(deps)),
    mergeChunk: sorted(mergeChunk(deps)),
    mergeChunks: sorted(mergeChunks(deps)),
    skipChunk: sorted(skipChunk(deps)),
    countAbsentSubscribers: sorted(countAbsentSubscribers(deps)),
    settleImport: sorted(settleImport(deps)),
    balanceImport: sorted(balanceImport(deps)),
    recordImportState: sorted(recordImportState(deps)),
    cleanUpImport: sorted(cleanUpImport(deps)),
  };
}
