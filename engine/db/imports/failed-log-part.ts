import type { PoolClient } from 'pg';
import { countRows, countSwallowed, fitLine, readFailedHeader } from '../../csv/failed-log.ts';
import type { FailedLine } from '../../csv/failed-log.ts';
import type { FileFormat } from '../../csv/splitter.ts';
import { BOUNDS } from '../../domain/bounds.ts';
import { countFailedLog, readFailedLogRoom } from './log-room.ts';
import type { RowLogKind } from '../../domain/subscriber-imports.ts';
import type { LogLimits } from '../../platform/config.ts';
import { BYTES_OF_LINE, dropLogBlocks, dropLogPart, readLogHeader, writeLogBlock, writeLogHeader } from './logs.ts';

/** Lines of one part of the failed log, which is written in blocks so that a part of any size takes little memory. */
export interface FailedLogPart {
  /** All rows that were added. */
  readonly rows: number;
  /** Rows within the records that were added. */
  readonly swallowed: number;
  /** Whether so many lines are gathered that they should be written. */
  readonly isFull: boolean;
  readonly add: (lines: readonly FailedLine[]) => void;
  /** Writes what is gathered, as far as there is room. */
  readonly flush: () => Promise<void>;
  /** Writes the rest and counts the bytes. One of the last steps of a transaction. @returns all rows that were added */
  readonly end: () => Promise<number>;
}

/** An addition of one transaction to the failed log, or to that of cells that were left blank. */
export interface FailedLogAddition {
  readonly importId: number;
  /** The log of rows that is added to; the bounds of both kinds are alike. */
  readonly kind: RowLogKind;
  readonly part: number;
  readonly limits: LogLimits;
  /** Reads the header line of the log; null: its file has none. */
  readonly readHeader: () => Promise<string | null>;
  readonly format: FileFormat;
  /** Number of columns of a file without a header. */
  readonly columns: number;
  /** Number of transactions that have added to the part before. */
  readonly before?: number;
  /** Whether the lines are written in place of those that the part has. */
  readonly replaces?: boolean;
}

/** Characters of a block; one addition may exceed it. */
const BLOCK_CHARACTERS = 1_048_576;

/** Blocks that a transaction may add to a part which others have begun. */
const BLOCKS_OF_ONE = 100_000;

/**
 * Opens a part of the failed log for the rows of one transaction. Its first lines are written as far as there is room for them; of
 * the others it is written how many they are. Every row is counted in either case.
 */
export function openFailedLogPart(client: PoolClient, addition: FailedLogAddition): FailedLogPart {
  const { importId, kind, part, limits, readHeader, format, before = 0, replaces = false } = addition;
  const log = { importId, kind, part };
  const written: { readonly piece: number; readonly rows: number; readonly bytes: number }[] = [];
  let gathered: FailedLine[] = [];
  let characters = 0;
  let rows = 0;
  let swallowed = 0;
  let leftOut = 0;
  let piece = before * BLOCKS_OF_ONE;
  /** Bytes that were added, without those that were removed. */
  let bytes = 0;
  let room: number | null = null;
  let width = addition.columns;

  const dropOld = async () => {
    if (replaces) bytes -= await dropLogPart(client, log);
  };
  const begin = async (): Promise<number> => {
    await dropOld();
    const left = (await readFailedLogRoom(client, log, limits)) - bytes;
    const stored = await readLogHeader(client, log);
    const header = stored ?? (await readHeader());
    if (header === null) return left;
    width = Math.min(readFailedHeader(header, format).length, BOUNDS.importColumns.max);
    if (stored !== null) return left;
    const size = Buffer.byteLength(header);
    if (size > left || !(await writeLogHeader(client, log, header))) return size > left ? 0 : left;
    bytes += size;
    return left - size;
  };
  const flush = async () => {
    if (gathered.length === 0) return;
    room ??= await begin();
    const lines = gathered;
    [gathered, characters] = [[], 0];
    let block: FailedLine[] = [];
    let length = 0;
    for (const line of lines) {
      const padded = room === 0 || kind === 'partial' ? line : fitLine(line, width, format);
      block.push(padded);
      length += padded.line.length;
      if (length < BLOCK_CHARACTERS) continue;
      await writeBlock(block);
      [block, length] = [[], 0];
    }
    await writeBlock(block);
  };
  const writeBlock = async (lines: readonly FailedLine[]) => {
    const left = room ?? 0;
    const fitting = countFitting(lines, left);
    leftOut += countRows(lines.slice(fitting.lines));
    room = fitting.lines < lines.length ? 0 : left - fitting.bytes;
    if (fitting.lines === 0) return;
    const kept = lines.slice(0, fitting.lines);
    written.push({ piece, rows: countRows(kept), bytes: fitting.bytes });
    bytes += fitting.bytes;
    await writeLogBlock(client, log, {
      piece: piece++,
      entries: kept.length,
      content: kept.map(({ line }) => line).join(''),
      rowNumbers: kept.map(({ rowNumber }) => rowNumber),
      textLengths: kept.map(({ textLength }) => textLength),
    });
  };
  /** Others may have taken the same room since it was read: then whole blocks are removed. */
  const settle = async () => {
    let missing = -(await countFailedLog(client, { ...log, bytes }, limits));
    const dropped = [];
    let given = 0;
    for (let last = written.at(-1); missing > 0 && last !== undefined; last = written.at(-1)) {
      written.pop();
      dropped.push(last.piece);
      leftOut += last.rows;
      given += last.bytes;
      missing -= last.bytes;
    }
    if (dropped.length === 0) return;
    await dropLogBlocks(client, log, dropped);
    await countFailedLog(client, { ...log, bytes: -given }, limits);
  };
  return {
    get rows() {
      return rows;
    },
    get swallowed() {
      return swallowed;
    },
    get isFull() {
      return characters >= BLOCK_CHARACTERS;
    },
    add: (lines) => {
      rows += countRows(lines);
      swallowed += countSwallowed(lines);
      if (room === 0) {
        leftOut += countRows(lines);
        return;
      }
      for (const failed of lines) {
        gathered.push(failed);
        characters += failed.line.length;
      }
    },
    flush,
    end: async () => {
      await flush();
      if (room === null) await dropOld();
      if (bytes !== 0) await settle();
      if (leftOut > 0) await writeLogBlock(client, log, { piece: piece++, entries: 0, content: '', leftOut });
      return rows;
    },
  };
}

/** Counts the first lines that take at most so many bytes together. @returns their number, and the bytes that they take */
function countFitting(lines: readonly FailedLine[], room: number): { readonly lines: number; readonly bytes: number } {
  let bytes = 0;
  for (const [count, { line }] of lines.entries()) {
    const more = bytes + Buffer.byteLength(line) + BYTES_OF_LINE;
    if (more > room) return { lines: count, bytes };
    bytes = more;
  }
  return { lines: lines.length, bytes };
}
