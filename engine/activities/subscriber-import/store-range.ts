import type { PoolClient } from 'pg';
import type { RowPlan } from '../../csv/row-plan.ts';
import type { RangeRequest } from '../../csv/encode-range.ts';
import { inTransaction } from '../../db/core/transaction.ts';
import type { ScannedRange } from '../../db/imports/ledger.ts';
import type { JobFolder } from '../../domain/file-owner.ts';
import { sourceKey } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';
import type { SourceRecord } from '../sources/source-record.ts';
import { encodeAhead } from './encode-ahead.ts';
import type { EncodedAhead, TakeSlice } from './encode-ahead.ts';
import { pastSlowRows } from './past-slow-rows.ts';

/** A range of a job's source whose rows are to be stored. */
interface RangeToStore {
  readonly job: Pick<SourceRecord, 'id' | 'jobKey' | 'organizationId'>;
  readonly folder: JobFolder;
  readonly range: ScannedRange;
  readonly plan: RowPlan;
  readonly partitioning: RangeRequest['partitioning'];
  readonly corrections?: RangeRequest['corrections'];
  /** It does not wait for ranges of large imports. */
  readonly goesFirst?: boolean;
}

/**
 * Encodes the rows of a range in a thread, then stores them in one transaction, which begins with the statement `first`; rows that take too long
 * fail alone. @throws ApplicationFailure RowsTooSlow, UnreadableSource
 */
export function storeRange<Result>(
  { pool, files, rangeThreads }: ActivityDeps,
  { job, folder, range: { start, end, firstRow }, plan, partitioning, corrections, goesFirst = false }: RangeToStore,
  store: (client: PoolClient, rows: EncodedAhead) => Promise<Result>,
  signal: AbortSignal,
  first = '',
): Promise<Result> {
  return pastSlowRows(async (slowRows) => {
    const encode = (take: TakeSlice, stopped: AbortSignal) =>
      rangeThreads.encode(
        {
          request: { plan, firstRow, partitioning, slowRows, corrections },
          source: files.read(sourceKey(job, folder), { start, end }, stopped),
          bytes: end - start,
          owner: job.organizationId,
          ...{ goesFirst, take },
        },
        stopped,
      );
    const rows = encodeAhead(encode, signal);
    try {
      await rows.ready;
      return await inTransaction(pool, (client) => store(client, rows), signal, first);
    } catch (error) {
      await rows.stop(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  });
}
