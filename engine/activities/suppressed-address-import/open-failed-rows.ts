import type { PoolClient } from 'pg';
import { countRows, countSwallowed, fitLine } from '../../csv/failed-log.ts';
import type { FailedLine } from '../../csv/failed-log.ts';
import type { FailedLogPart } from '../../db/imports/failed-log-part.ts';
import { readFailedBytes, writeFailedBlock } from '../../db/suppressed-address-imports/logs.ts';
import type { SuppressedAddressImportOptions } from '../../domain/suppressed-address-imports.ts';

/** Characters of a block; one addition may exceed it. */
const BLOCK_CHARACTERS = 1_048_576;

/** The range whose failed rows are logged. */
interface FailedRows {
  readonly importId: number;
  readonly number: number;
  readonly options: SuppressedAddressImportOptions;
  /** Bytes that the log may have; of further rows only the number is kept. */
  readonly mostLogBytes: number;
}

/** Opens the log of the failed rows of one range, for the transaction that imports the range; null: nothing is written. */
export function openFailedRows(client: PoolClient, log: FailedRows | null): FailedLogPart {
  let gathered: FailedLine[] = [];
  let characters = 0;
  let rows = 0;
  let swallowed = 0;
  let piece = 0;
  let room: number | null = null;
  const flush = async () => {
    const lines = gathered;
    [gathered, characters] = [[], 0];
    if (lines.length === 0 || log === null) return;
    const { importId, number, options, mostLogBytes } = log;
    const { file_format: format, column_mapping: mapping } = options;
    room ??= mostLogBytes - (await readFailedBytes(client, importId));
    const content = lines.map((line) => fitLine(line, mapping.length, format).line).join('');
    const fits = Buffer.byteLength(content) <= room;
    const count = countRows(lines);
    room = fits ? room - Buffer.byteLength(content) : 0;
    const block = fits ? { entries: count, content, leftOut: 0 } : { entries: 0, content: '', leftOut: count };
    await writeFailedBlock(client, { importId, number, piece: piece++, ...block });
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
      for (const line of lines) {
        gathered.push(line);
        characters += line.line.length;
      }
    },
    flush,
    end: async () => {
      await flush();
      return rows;
    },
  };
}
