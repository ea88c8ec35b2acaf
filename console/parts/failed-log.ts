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
 * Groups the rows of a failed log. Each line of it is the text of a row, which may be malformed, and the reason in enclosures.
 * @param mapping the field that each column goes to; a reason begins with the name of the field
 */
export function groupFailedRows(text: string, format: FileFormat, mapping: readonly string[]): FailedLog {
  const records = [...recordsOf(text, format)];
  const header = format.csv_has_headers ? records.shift()?.slice(0, -1) : undefined;
  const byReason = new Map<string, string[][]>();
  for (const record of records) {
    const reason = record.at(-1) ?? '';
    const rows = byReason.get(reason) ?? [];
    rows.push(record.slice(0, -1));
    byReason.set(reason, rows);
  }
  const groups = [...byReason].map(([reason, rows]) => ({ reason, rows, column: columnOf(reason, mapping) }));
  return {
    header: header ?? mapping.map(nameOfColumn),
    groups: groups.sort((a, b) => b.rows.length - a.rows.length),
  };
}

function* recordsOf(text: string, format: FileFormat): Generator<string[]> {
  for (let at = 0; at < text.length;) {
    const { cells, next } = wellFormedAt(at, text, format) ?? malformedAt(at, text, format);
    yield cells;
    at = next;
  }
}

/** A record, and where the next one begins. */
interface Found {
  readonly cells: string[];
  readonly next: number;
}

/** The record that begins there; null when other text follows a closing enclosure, or none closes. */
function wellFormedAt(start: number, text: string, format: FileFormat): Found | null {
  const { csv_field_separator: separator, csv_field_enclosure: enclosure } = format;
  const cells: string[] = [];
  for (let at = start; ; at++) {
    let cell = '';
    if (text.charAt(at) === enclosure) {
      do {
        const close = text.indexOf(enclosure, at + 1);
        if (close === -1) return null;
        cell += text.slice(at + 1, close);
        at = close + 1;
        if (text.charAt(at) === enclosure) cell += enclosure;
      } while (text.charAt(at) === enclosure);
    } else {
      const end = endOfCell(at, text, separator);
      cell = text.slice(at, end);
      at = end;
    }
    cells.push(cell);
    if (at >= text.length || text.charAt(at) === '\n') return { cells, next: at + 1 };
    if (text.charAt(at) !== separator) return null;
  }
}

function endOfCell(start: number, text: string, separator: string): number {
  let end = start;
  while (end < text.length && text.charAt(end) !== separator && text.charAt(end) !== '\n') end++;
  return end;
}

/** A row that is not well-formed is divided at each separator. Only the last one of a file can have a line break. */
function malformedAt(start: number, text: string, format: FileFormat): Found {
  const { csv_field_separator: separator, csv_field_enclosure: enclosure } = format;
  const lineEnd = text.indexOf('\n', start);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const line = text.slice(start, end);
  const pair = `${enclosure}${enclosure}`;
  const reason = new RegExp(`[^${enclosure}]${enclosure}((?:[^${enclosure}]|${pair})*)${enclosure}$`).exec(line);
  const row = reason === null ? line : line.slice(0, reason.index);
  return { cells: [...row.split(separator), (reason?.[1] ?? '').replaceAll(pair, enclosure)], next: end + 1 };
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
