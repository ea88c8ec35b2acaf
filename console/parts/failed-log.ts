import { parse } from 'papaparse';
import type { components } from '../../client/index.ts';

type FileFormat = components['schemas']['SubscriberImport']['file_format'];

/** Rows that failed for one reason. */
export interface FailedGroup {
  readonly reason: string;
  /** The column that the reason names, from 0; null when it names none. */
  readonly column: number | null;
  /** The cells of each row, without the reason. */
  readonly rows: readonly (readonly string[])[];
}

/** The failed log of an import: its columns, and its rows by reason, the most frequent one first. */
export interface FailedLog {
  readonly header: readonly string[];
  readonly groups: readonly FailedGroup[];
}

/**
 * Groups the rows of a failed log, whose last column is the reason.
 * @param mapping the field that each column goes to; a reason begins with the name of the field
 */
export function groupFailedRows(text: string, format: FileFormat, mapping: readonly string[]): FailedLog {
  const { data: records } = parse<string[]>(text, {
    delimiter: format.csv_field_separator,
    quoteChar: format.csv_field_enclosure,
    skipEmptyLines: true,
  });
  const header = format.csv_has_headers ? (records.shift() ?? []).slice(0, -1) : mapping.map(nameOfColumn);
  const byReason = new Map<string, string[][]>();
  for (const record of records) {
    const reason = record.at(-1) ?? '';
    const rows = byReason.get(reason) ?? [];
    rows.push(record.slice(0, -1));
    byReason.set(reason, rows);
  }
  const groups = [...byReason].map(([reason, rows]) => ({ reason, rows, column: columnOf(reason, mapping) }));
  return { header, groups: groups.sort((a, b) => b.rows.length - a.rows.length) };
}

function nameOfColumn(entry: string, at: number): string {
  return entry === '' ? `Column ${at + 1}` : entry;
}

/** The longest name counts: one field can have the beginning of another one's name. */
function columnOf(reason: string, mapping: readonly string[]): number | null {
  const named = mapping.filter((entry) => entry !== '' && reason.startsWith(`${entry} `));
  const longest = named.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? null : mapping.indexOf(longest);
}
