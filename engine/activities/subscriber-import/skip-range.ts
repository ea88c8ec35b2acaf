import { dropLogPart, openLogPart } from '../../db/imports/logs.ts';
import { readImport } from '../../db/imports/record.ts';
import { lockRange, markRangeStaged } from '../../db/imports/ledger.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, SkippedTask } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { logRows } from './log-rows.ts';
import { noteKeysOfRange } from './note-keys-of-range.ts';
import { requireStaging } from './require-staging.ts';
import { requireUnended } from './require-unended.ts';
import { writeFailedHeader } from './write-failed-header.ts';

/**
 * Skips a range: each of its rows goes to the failed log with the reason, none to staging.
 * @throws ApplicationFailure StagingLost
 */
export function skipRange(deps: ActivityDeps) {
  const { pool, files } = deps;
  return ({ importId, number, reason }: SkippedTask): Promise<{ failed: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          const range = await lockRange(client, importId, number);
          if (range.stagedAt !== null) return { failed: range.failed };
          const record = await readImport(client, importId);
          await requireStaging(client, importId);
          await noteKeysOfRange(client, deps, { record, range, signal });
          const part = { importId, kind: 'failed', part: number };
          if (range.failed > 0) await dropLogPart(client, part);
          const log = openLogPart(client, part);
          await logRows(log, { files, record }, range, { reason, signal, wanted: () => true });
          await log.flush();
          await writeFailedHeader(client, record, files);
          await markRangeStaged(client, importId, number, { failed: log.entries, chunkRows: [] });
          await requireUnended(client, importId);
          return { failed: log.entries };
        },
        signal,
      ),
    );
}
