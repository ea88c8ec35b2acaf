import { readImport } from '../../db/imports/record.ts';
import { lockRange, markRangeStaged } from '../../db/imports/ledger.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, SkippedTask } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { completeNotices } from './complete-notices.ts';
import { logRows } from './log-rows.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';
import { openFailedLog, openPartialLog } from './open-failed-log.ts';
import { requireStaging } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';

/**
 * Skips a range: each of its rows goes to the failed log with the reason, none to staging.
 * @throws ApplicationFailure StagingLost
 */
export function skipRange(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId, number, reason }: SkippedTask): Promise<{ failed: number }> =>
    whileHeartbeating(async (signal) => {
      const skipped = await inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          await requireStaging(client, importId);
          await noteKeysOfRange(client, deps, { record, range, signal });
          const log = openFailedLog(client, deps, record, { part: number, replaces: range.failed > 0 });
          await logRows(log, { client, files, record }, range, { reason, signal, wanted: () => true });
          const failed = await log.end();
          // Cells that were left blank before staging was lost are of rows that have failed now.
          if (range.partial > 0) await openPartialLog(client, deps, record, { part: number, replaces: true }).end();
          await markRangeStaged(client, importId, number, {
            ...{ failed, swallowed: 0, partial: 0, chunkRows: [], statuses: {}, suppressed: 0, skippedRows: [] },
          });
          await requireUnended(client, importId);
          return { failed };
        },
        signal,
      );
      await completeNotices(deps, await readImport(pool, importId));
      return skipped;
    });
}
