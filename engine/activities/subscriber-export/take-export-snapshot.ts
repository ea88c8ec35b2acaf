import type { PoolClient } from 'pg';
import { lockSnapshot, noteSnapshot, readExportUsage } from '../../db/exports/ledger.ts';
import type { ExportRecord } from '../../db/exports/ledger.ts';
import { readExportPlan } from '../../db/exports/plan.ts';
import { createSnapshot, snapshotBytes, snapshotBytesOnDisk } from '../../db/exports/snapshot.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import { SUBSCRIBER_EXPORT_BOUNDS } from '../../domain/subscriber-export-bounds.ts';
import type { ActivityDeps } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { exportEnded, exportFault, readUnendedExport } from './export-fault.ts';
import type { ExportReference } from './export-reference.ts';

/**
 * Copies the subscribers of an export aside, as they are at one moment, and begins its ledger; a snapshot that is whole
 * is kept. @throws ApplicationFailure ExportEnded, ExportTooLarge
 */
export function takeExportSnapshot(
  { pool, rangeBytes }: ActivityDeps,
  quota = SUBSCRIBER_EXPORT_BOUNDS.exportFiles.max,
) {
  return ({ exportId }: ExportReference): Promise<{ rows: number }> =>
    whileHeartbeating((signal) =>
      inTransaction(
        pool,
        async (client) => {
          await lockSnapshot(client, exportId);
          const record = await readUnendedExport(client, { exportId });
          if (record.rows !== null && (await isWhole(client, record))) return { rows: record.rows };

          const plan = await readExportPlan(client, record);
          if (plan === null) throw exportEnded();
          const rows = await createSnapshot(client, record, plan);
          await requireRoom(client, record, quota);
          const bytes = (await snapshotBytes(client, exportId)) ?? 0;
          const isNoted = await noteSnapshot(client, exportId, {
            rows,
            bytes,
            plan,
            partBytes: TABLE_BYTES_PER_FILE_BYTE * rangeBytes,
          });
          if (!isNoted) throw exportEnded();
          return { rows };
        },
        signal,
      ),
    );
}

/** A subscriber takes about twice as many bytes in a table as in a CSV file, so a part has as many rows as a range of an import. */
const TABLE_BYTES_PER_FILE_BYTE = 2;

async function isWhole(client: PoolClient, { id, snapshot, snapshotBytes: expected }: ExportRecord): Promise<boolean> {
  return snapshot > 0 && (await snapshotBytes(client, id)) === expected;
}

async function requireRoom(client: PoolClient, { id, organizationId }: ExportRecord, quota: number): Promise<void> {
  const used = await readExportUsage(client, organizationId, id);
  const needed = await snapshotBytesOnDisk(client, id);
  if (used + needed <= quota) return;
  const taken = Math.ceil(used / MEBIBYTE);
  throw exportFault(
    'ExportTooLarge',
    `The subscribers take ${Math.ceil(needed / MEBIBYTE)} MiB, and of the ${Math.floor(quota / MEBIBYTE)} MiB that an organization has ` +
      `for the files of exports, ${taken} MiB are taken until the retention of those files is over.`,
  );
}

const MEBIBYTE = 1024 * 1024;
