import { findMissingParts, notePart, type ExportRecord, type MissingPart } from '../../db/exports/ledger.ts';
import { readJobProgress } from '../../db/jobs/job-progress.ts';
import type { ExportPlan } from '../../db/exports/plan.ts';
import { headerLine, readRows } from '../../db/exports/rows-sql.ts';
import { snapshotBytes } from '../../db/exports/snapshot.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { exportPartKey } from '../../files/subscriber-export-key.ts';
import type { ActivityDeps } from '../deps.ts';
import { fault } from '../faults.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { exportEnded, exportFault, readUnendedExport } from './export-fault.ts';
import type { ExportReference } from './export-reference.ts';

/** Limits of the work of one activity before it reports. */
export interface WritingLimits {
  readonly parts: number;
  /** Parts in flight at the same time. */
  readonly concurrency: number;
}

/** Two at a time: one is rendered by Postgres while the other one reaches the disk. */
const LIMITS: WritingLimits = { parts: 16, concurrency: 2 };

/**
 * Writes the next parts of an export's file, and reports how far the export is; also when it is cancelled half-way.
 * `more` is false when every part is written.
 * @throws ApplicationFailure StagingLost, ExportEnded
 */
export function writeExportParts(deps: ActivityDeps, limits = LIMITS) {
  const { pool } = deps;
  return ({ exportId }: ExportReference): Promise<{ exported: number; total: number; more: boolean }> =>
    whileHeartbeating(async (signal) => {
      const record = await readUnendedExport(pool, { exportId });
      const readProgress = async () => {
        const { done, total } = await readJobProgress(pool, 'subscriber_exports', exportId);
        return { exported: done, total };
      };
      const missing = await findMissingParts(pool, exportId, limits.parts + 1);
      try {
        await withConcurrency(missing.slice(0, limits.parts), limits.concurrency, (part) =>
          writePart(deps, record, part, signal),
        );
      } catch (error) {
        if (!signal.aborted) throw error;
        return { ...(await readProgress()), more: true };
      }
      const progress = await readProgress();
      const more = missing.length > limits.parts;
      if (!more && progress.exported !== progress.total) {
        throw exportFault('RowsMissing', `The file has ${progress.exported} rows instead of ${progress.total}.`);
      }
      return { ...progress, more };
    });
}

/** Works on the parts, a few at the same time; after an error no other one begins, and it is thrown when those in flight have ended. */
async function withConcurrency(
  parts: readonly MissingPart[],
  concurrency: number,
  perform: (part: MissingPart) => Promise<void>,
): Promise<void> {
  const queue = [...parts];
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
      await perform(part).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

/** Reads the rows of a part and writes them to the file store; its entry in the ledger is committed when they are durable. */
async function writePart(
  { pool, files }: ActivityDeps,
  record: ExportRecord,
  part: MissingPart,
  signal: AbortSignal,
): Promise<void> {
  const { id: exportId, plan, snapshot, snapshotBytes: expectedBytes } = record;
  if (plan === null) throw snapshotLost();
  const key = exportPartKey(record, snapshot, part.number);
  const isNoted = await inTransaction(
    pool,
    async (client) => {
      // Postgres empties UNLOGGED tables when it crashes. From here on a crash would break this connection.
      if ((await snapshotBytes(client, exportId)) !== expectedBytes) throw snapshotLost();
      const { result: bytes, rows } = await readRows(client, { exportId, plan, range: part }, async (csv) => {
        const written = await files.write(key, withHeader(csv, part.number === 0 ? plan : null), { signal });
        return written.bytes;
      });
      return notePart(client, { exportId, snapshot, number: part.number, rows, bytes });
    },
    signal,
  );
  if (isNoted) return;
  await files.remove(key);
  throw exportEnded();
}

async function* withHeader(rows: AsyncIterable<Uint8Array>, plan: ExportPlan | null): AsyncGenerator<Uint8Array> {
  if (plan !== null) yield Buffer.from(headerLine(plan));
  yield* rows;
}

function snapshotLost() {
  return fault('StagingLost', 'Postgres lost the snapshot of the export.');
}
