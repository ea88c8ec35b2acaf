import type { PoolClient } from 'pg';
import { countNewByRange, lockRoom, readNewRows, writeCutoff } from '../../db/imports/admission.ts';
import { readImport } from '../../db/imports/record.ts';
import type { ImportRecord } from '../../db/imports/record.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ActivityDeps, ImportReference } from '../deps.ts';
import { whileHeartbeating } from '../heartbeat.ts';
import { requireAllStaged } from './require-staging.ts';

/** The ranges of a source in which new subscribers are counted; the rows of one of them are held in memory. */
const RANGES = 10_000;

/**
 * Finds, once, up to which row number new subscribers fit under the organization's limit. Each chunk is read in a transaction of its
 * own: first to count its new subscribers by ranges of the source, then for the rows of the range in which the room ends.
 * @throws ApplicationFailure StagingLost
 */
export function admitRows({ pool }: ActivityDeps) {
  return ({ importId }: ImportReference): Promise<void> =>
    whileHeartbeating(async (signal) => {
      const onStaged = <Result>(work: (client: PoolClient) => Promise<Result>) =>
        inTransaction(
          pool,
          async (client) => {
            await requireAllStaged(client, importId);
            return work(client);
          },
          signal,
        );
      const record = await readImport(pool, importId);
      if (record.admissionCutoff !== null) return;
      const room = await onStaged(async (client) => {
        const free = await lockRoom(client, record.organizationId);
        if (free < (record.numberOfRecords ?? 0)) return free;
        await writeCutoff(client, importId, Number.MAX_SAFE_INTEGER);
        return null;
      });
      if (room === null) return;
      const cutoff = await findCutoff(onStaged, record, room);
      await onStaged((client) => writeCutoff(client, importId, cutoff));
    });
}

type OnStaged = <Result>(work: (client: PoolClient) => Promise<Result>) => Promise<Result>;

/** The row number of the last new row for which there is room, in file order; the greatest number when all of them fit. */
async function findCutoff(onStaged: OnStaged, record: ImportRecord, room: number): Promise<number> {
  const { id: importId, mailingListId, numberOfRecords, partitions } = record;
  const chunks = Array.from({ length: partitions ?? 1 }, (_, chunk) => ({ importId, mailingListId, chunk }));
  const rowsPerRange = Math.ceil((numberOfRecords ?? 1) / RANGES);
  const added = new Float64Array(RANGES);
  const ofChunks: Uint32Array[] = [];
  for (const chunk of chunks) {
    const ofChunk = new Uint32Array(RANGES);
    for (const [range, n] of await onStaged((client) => countNewByRange(client, chunk, rowsPerRange))) {
      ofChunk[range] = n;
      added[range] = (added[range] ?? 0) + n;
    }
    ofChunks.push(ofChunk);
  }
  let left = room;
  let range = 0;
  while (range < added.length && (added[range] ?? 0) <= left) left -= added[range++] ?? 0;
  if (range >= added.length) return Number.MAX_SAFE_INTEGER;

  const rows: number[] = [];
  const bounds = [range * rowsPerRange + 1, (range + 1) * rowsPerRange + 1] as const;
  for (const chunk of chunks) {
    if ((ofChunks[chunk.chunk]?.[range] ?? 0) === 0) continue;
    for (const row of await onStaged((client) => readNewRows(client, chunk, bounds))) rows.push(row);
  }
  // Others may have added some of them since they were counted.
  return (rows.toSorted((a, b) => a - b)[left] ?? bounds[1]) - 1;
}
