import type { PoolClient } from 'pg';
import type { EncodedSlice } from '../../csv/encoded-slice.ts';
import type { RangeTotals } from '../../csv/encode-range.ts';
import { openCopy } from '../../db/core/copy.ts';
import type { CopySink } from '../../db/core/copy.ts';
import type { FailedLogPart } from '../../db/imports/failed-log-part.ts';
import type { ScannedRange } from '../../db/imports/ledger.ts';
import { notePresentKeys } from '../../db/imports/staging.ts';
import type { EncodedAhead } from './encode-ahead.ts';

/** The logs of one range. */
export interface RowLogs {
  readonly failed: FailedLogPart;
  /** Of cells that were left blank. */
  readonly partial: FailedLogPart;
}

/** Destination of the rows of one range: staging for the valid ones, the failed log for the others. */
interface RowStaging {
  /** Takes slices one after the other; resolves when another one is wanted. */
  readonly take: (slice: EncodedSlice) => Promise<void>;
  /** Writes what was taken. */
  readonly flush: () => Promise<void>;
  /** Writes what is left. @returns how many rows failed, how many are within them, and how many others have cells that were left blank */
  readonly end: () => Promise<{ failed: number; swallowed: number; partial: number }>;
  /** Gives up: Postgres discards the COPY under way. Resolves when the connection is free. */
  readonly abort: (reason: Error) => Promise<void>;
}

/** The rows of a range that are staged, and where. */
interface RowsToStage {
  readonly importId: number;
  /** Target of the COPY: a table and its columns. */
  readonly target: string;
  readonly logs: RowLogs;
  readonly notesKeys: boolean;
  readonly range: ScannedRange;
  readonly rows: EncodedAhead;
}

/** Stages the rows of a range. `count` is called when they are written, before the logs end. @returns its counts, and those of the logs */
export async function stageRows<Counts>(
  client: PoolClient,
  { range, rows, ...options }: RowsToStage,
  count?: (totals: RangeTotals) => Promise<Counts>,
) {
  const staging = openRowStaging(client, options);
  try {
    const totals = await rows.drainInto(staging.take);
    if (totals.rows !== range.records) {
      throw new Error(
        `Range at byte ${range.start} holds ${totals.rows} records, but the scan counted ${range.records}.`,
      );
    }
    await staging.flush();
    const counts = await count?.(totals);
    return { ...(await staging.end()), ...(counts as Counts) };
  } catch (error) {
    await staging.abort(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

/** Keys of failed rows that are written in one statement; they are noted only where subscribers are to be deactivated. */
const KEYS_PER_WRITE = 20_000;

/**
 * Opens the staging of a range in flat memory, into a target of COPY: a table and its columns. A connection does one thing at a time, so the COPY is ended each time that
 * many failed rows are gathered, and another one begins with the next valid row.
 */
function openRowStaging(
  client: PoolClient,
  { importId, target, logs, notesKeys }: { importId: number; target: string; logs: RowLogs; notesKeys: boolean },
): RowStaging {
  let keys: string[] = [];
  let unread = 0;
  let sink: CopySink | null = null;
  let last: Promise<void> = Promise.resolve();
  let refusal: Error | null = null;

  const flush = async () => {
    await sink?.end();
    sink = null;
    await logs.failed.flush();
    await logs.partial.flush();
    await notePresentKeys(client, importId, { keys, unread });
    [keys, unread] = [[], 0];
  };
  const takeNext = async ({ text, failures, blanks, presentKeys, unreadRows }: EncodedSlice) => {
    if (refusal !== null) throw refusal;
    logs.failed.add(failures);
    logs.partial.add(blanks);
    if (notesKeys) {
      for (const key of presentKeys) keys.push(key);
      unread += unreadRows;
    }
    if (text.length > 0) {
      sink ??= openCopy(client, target);
      await sink.write(text);
    }
    if (logs.failed.isFull || logs.partial.isFull || keys.length >= KEYS_PER_WRITE) await flush();
  };
  return {
    flush,
    take: (slice) => (last = last.then(() => takeNext(slice))),
    end: async () => {
      await flush();
      const { swallowed } = logs.failed;
      return { failed: await logs.failed.end(), swallowed, partial: await logs.partial.end() };
    },
    abort: async (reason) => {
      refusal = reason;
      sink?.abort(reason);
      await last.catch(() => undefined);
    },
  };
}
