/** A row that failed, as the API lists it. */
export interface FailedRow {
  /** Its number in the file: the header has none, and stands first as row 0. */
  readonly row: number;
  readonly fields: readonly string[];
  readonly message: string;
}

/** The last line of a log that leaves rows out: how many they are. */
export interface FailedNote {
  readonly row: null;
  readonly message: string;
}

/** Rows that failed for one reason. */
export interface FailedGroup {
  readonly reason: string;
  /** The column that the reason names, from 0; null when it names none. */
  readonly column: number | null;
  /** In the order of the file. */
  readonly rows: readonly FailedRow[];
}

/** The failed rows of an import: their columns, and the rows by reason, the most frequent one first. */
export interface FailedLog {
  readonly header: readonly string[];
  readonly groups: readonly FailedGroup[];
  /** The note about rows that the log leaves out; null: it has not come to its end, or has all of them. */
  readonly note: string | null;
}

/** @param mapping the field that each column goes to; a reason begins with the name of the field */
export function groupFailedRows(lines: readonly (FailedRow | FailedNote)[], mapping: readonly string[]): FailedLog {
  const listed = lines.filter((line) => line.row !== null);
  const byReason = new Map<string, FailedRow[]>();
  for (const each of listed) {
    if (each.row === 0) continue;
    const rows = byReason.get(each.message) ?? [];
    rows.push(each);
    byReason.set(each.message, rows);
  }
  const groups = [...byReason].map(([reason, rows]) => ({
    reason,
    rows: rows.sort((a, b) => a.row - b.row),
    column: columnOf(reason, mapping),
  }));
  return {
    header: listed.find(({ row }) => row === 0)?.fields ?? mapping.map(nameOfColumn),
    groups: groups.sort((a, b) => b.rows.length - a.rows.length),
    note: lines.find(({ row }) => row === null)?.message ?? null,
  };
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
