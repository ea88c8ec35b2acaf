import { copyLine } from '../platform/copy-text.ts';
import { createSlice } from './encoded-slice.ts';
import type { EncodedSlice } from './encoded-slice.ts';
import { compileChunkOf } from './chunk-of-key.ts';
import type { Partitioning } from './chunk-of-key.ts';
import type { CorrectedRows } from './corrected-row.ts';
import { failedLines } from './failed-log.ts';
import { countLeftOut } from './left-out-cells.ts';
import type { LeftOutColumn } from './left-out-cells.ts';
import { createNewOptions } from './new-options.ts';
import { partialLines } from './partial-log.ts';
import { readRange } from './read-range.ts';
import type { RowProgress } from './row-progress.ts';
import type { RowPlan, StagedRow } from './row-plan.ts';
import { countStatuses } from './row-statuses.ts';
import { compileRow } from './row.ts';
import type { CountsByStatus } from '../domain/subscribers.ts';
import type { NewOption } from '../values/custom-field.ts';

/** Everything that encoding a range depends on, as plain data that can be sent to another thread. */
export interface RangeRequest {
  readonly plan: RowPlan;
  readonly firstRow: number;
  readonly partitioning: Partitioning;
  /** Rows that took too long in an earlier attempt and fail in this one. */
  readonly slowRows?: readonly number[] | undefined;
  /** Rows that are read as they were corrected. */
  readonly corrections?: CorrectedRows | undefined;
  /** Whether only the keys of the rows are read; slices return them in `presentKeys`. */
  readonly keysOnly?: boolean;
}

export interface EncodeSettings {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: RowProgress | undefined;
  readonly compile?: typeof compileRow;
}

/** Totals of an encoded range. */
export interface RangeTotals {
  readonly rows: number;
  /** Number of valid rows by chunk number. */
  readonly chunkRows: readonly number[];
  /** Number of staged rows by the status that each gives a new subscriber. */
  readonly statuses: CountsByStatus;
  /** Options that the valid rows create; absent unless the plan looks for them. */
  readonly newOptions?: readonly NewOption[];
  /** Cells of the columns that the import leaves out; absent where it leaves none, or where rows are read for something else. */
  readonly leftOut?: readonly LeftOutColumn[];
}

/** Columns of a staged row, in the order of its cells. */
export const STAGED_COLUMNS = [
  'chunk',
  'row_number',
  'key',
  'email',
  'status',
  'email_format',
  'confirmed',
  'confirm_time',
  'subscribe_time',
  'subscribe_ip',
  'remove_time',
  'remove_ip',
  'custom_fields',
  'clears_fields',
] as const;

/** Large enough that each chunk gets many rows per COPY, which saves Postgres work. */
const SLICE_BYTES = 524_288;
/** Bytes that the last records of a slice may add to SLICE_BYTES. */
const LAST_RECORDS_BYTES = 262_144;

/**
 * Parses, validates and encodes the rows of a range, in flat memory; `take` gets one slice at a time.
 * @throws ValidationFailed when the plan does not (or no longer) match the list, the signal's reason, or what `take` throws
 */
export async function encodeRange(
  source: AsyncIterable<Buffer>,
  { plan, firstRow, partitioning, slowRows, corrections, keysOnly = false }: RangeRequest,
  take: (slice: EncodedSlice) => Promise<void>,
  { signal, progress, compile = compileRow }: EncodeSettings = {},
): Promise<RangeTotals> {
  const toRow = compile(plan);
  const chunkOf = compileChunkOf(partitioning);
  const format = plan.options.file_format;
  const chunkRows = new Array<number>(partitioning.chunks).fill(0);
  const newOptions = createNewOptions();
  const statuses = countStatuses(plan.options);
  const leftOut = keysOnly || plan.findsNewOptions === true ? null : countLeftOut(plan.options);
  let rows = 0;
  const slice = createSlice(partitioning.chunks, SLICE_BYTES + LAST_RECORDS_BYTES);

  const settings = { firstRow, progress, slowRows, corrections, ...(signal && { signal }) };
  for await (const raws of readRange(source, format, settings)) {
    rows += raws.length;
    for (const raw of raws) {
      progress?.at(raw.rowNumber);
      const outcome = toRow(raw);
      leftOut?.add(raw, outcome);
      if (plan.findsNewOptions === true) {
        if (outcome.error === undefined) outcome.newOptions?.forEach(newOptions.add);
      } else if (keysOnly) {
        slice.note(outcome.error === undefined ? { keys: [outcome.row.key], isUnread: false } : outcome);
      } else if (outcome.error === undefined) {
        const chunk = chunkOf(outcome.row.key);
        chunkRows[chunk] = (chunkRows[chunk] ?? 0) + 1;
        statuses.add(outcome.row);
        slice.add(chunk, copyLine(cellsOf(chunk, outcome.row)));
        if (outcome.blanks !== undefined) slice.leaveBlank(partialLines(outcome.row, outcome.blanks, format));
      } else {
        slice.fail(failedLines(raw, outcome, format));
        slice.note(outcome);
      }
    }
    progress?.rest();
    if (slice.bytes() >= SLICE_BYTES) await take(slice.encode());
  }
  await take(slice.encode());
  return {
    ...{ rows, chunkRows, statuses: statuses.counts() },
    ...(plan.findsNewOptions === true && { newOptions: newOptions.list() }),
    ...(leftOut !== null && { leftOut: leftOut.columns() }),
  };
}

function cellsOf(chunk: number, row: StagedRow) {
  return [
    chunk,
    row.rowNumber,
    row.key,
    row.email,
    row.status,
    row.emailFormat,
    row.confirmed,
    row.confirmTime,
    row.subscribeTime,
    row.subscribeIp,
    row.removeTime,
    row.removeIp,
    row.customFields,
    row.clearsFields,
  ];
}
