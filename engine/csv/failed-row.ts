import { emailKey } from '../values/subscriber-key.ts';
import { readAddresses } from '../values/addresses-in-text.ts';
import type { RawRow } from './record-parser.ts';
import type { FailedRowOutcome } from './row-plan.ts';
import type { FileFormat } from './splitter.ts';

const LINE_BREAK = /\r\n|\n|\r/;

/** Position and parser of the keys of rows. */
export interface KeyReading {
  /** Index of the column that holds the key. */
  readonly keyColumn: number;
  /** The number of mapped columns. */
  readonly columns: number;
  /** The key that a cell of that column says; null when it says none. */
  readonly readKey: (cell: string) => string | null;
  /** Whether the key is the address. */
  readonly isAddress: boolean;
}

/**
 * Compiles the function that makes a failed row of a row. Its keys are those of all addresses that can be read out of its
 * text, or of its key cell on a list with an alternate primary key; of a row that holds others, also of these. A row of several lines is
 * unread where a line has the cells of a row and no key, whatever it failed for.
 */
export function compileFailure(format: FileFormat, { keyColumn, columns, readKey, isAddress }: KeyReading) {
  const separator = format.csv_field_separator;
  const keyOf = (fields: readonly string[]): string | null => {
    const cell = fields[keyColumn];
    return cell === undefined ? null : readKey(cell);
  };
  /** Whether a line of the record has the cells of a row and no key: it may be a person who cannot be told. */
  const holdsUnread = (text: string): boolean => {
    const lines = text.split(LINE_BREAK);
    if (lines.length === 1) return false;
    return lines.some((line) => {
      const cells = line.split(separator);
      if (cells.length < columns || line.trim() === '') return false;
      return isAddress ? readAddresses(line).length === 0 : keyOf(cells) === null;
    });
  };
  return (raw: RawRow, error: string, rows?: readonly string[]): FailedRowOutcome => {
    const cells = [keyOf(raw.fields)];
    if (!isAddress && rows !== undefined) cells.push(...rows.slice(1).map((row) => keyOf(row.split(separator))));
    const keys = new Set(cells.filter((key) => key !== null));
    if (isAddress) for (const address of readAddresses(raw.text())) keys.add(emailKey(address));
    const isUnread = keys.size === 0 || raw.isCut === true || holdsUnread(raw.text());
    return { error, keys: [...keys], isUnread, ...(rows !== undefined && { rows }) };
  };
}
