/** A row that failed, as the API lists it. */
export interface FailedRow {
  /** Its number in the file: the header has none, and stands first as row 0. */
  readonly row: number;
  /** Its number in a spreadsheet. */
  readonly sheet_row: number;
  readonly fields: readonly string[];
  readonly message: string;
}

/** The last line of a log that leaves rows out: how many they are. */
export interface FailedNote {
  readonly row: null;
  readonly message: string;
}

/** A row with all columns that its faults name, from 0. */
export interface ShownRow extends FailedRow {
  readonly wrong: readonly number[];
}

/** Rows that failed for one reason; a row with several faults is in a group for each. */
export interface FailedGroup {
  readonly reason: string;
  /** All rows of the log that have it. */
  readonly count: number;
  /** The first of them, in the order of the file. */
  readonly rows: readonly ShownRow[];
}

/** The failed rows of an import: their columns, and the rows by reason, the most frequent one first. */
export interface FailedLog {
  readonly header: readonly string[];
  readonly groups: readonly FailedGroup[];
  /** Rows that were read. */
  readonly count: number;
  /** The note about rows that the log leaves out; null: it has not come to its end, or has all of them. */
  readonly note: string | null;
}

/** Rows of a group that are kept. */
export const KEPT_ROWS = 100;

/** Groups the lines of a log as they are read. */
export class FailedLogReader {
  private readonly mapping: readonly string[];
  private readonly groups = new Map<string, { count: number; rows: ShownRow[] }>();
  private header: readonly string[] | null = null;
  private note: string | null = null;
  private count = 0;

  /** @param mapping the field that each column goes to; a fault begins with the name of the field */
  constructor(mapping: readonly string[]) {
    this.mapping = mapping;
  }

  add(line: FailedRow | FailedNote): void {
    if (line.row === null) this.note = line.message;
    else if (line.row === 0) this.header = line.fields;
    else this.addRow(line);
  }

  private addRow(row: FailedRow): void {
    this.count += 1;
    const faults = faultsOf(row.message, this.mapping);
    const wrong = faults.map((fault) => columnOf(fault, this.mapping)).filter((column) => column !== null);
    for (const fault of faults) {
      const group = this.groups.get(fault) ?? { count: 0, rows: [] };
      this.groups.set(fault, group);
      group.count += 1;
      const last = group.rows.at(-1);
      const isFull = group.rows.length >= KEPT_ROWS;
      if (isFull && last !== undefined && last.row < row.row) continue;
      group.rows.push({ ...row, wrong });
      // Ranges of the file are not logged in their order.
      if (last !== undefined && last.row > row.row) group.rows.sort((a, b) => a.row - b.row);
      if (isFull) group.rows.pop();
    }
  }

  /** The log as far as it was read. */
  read(): FailedLog {
    const groups = [...this.groups].map(([reason, { count, rows }]) => ({ reason, count, rows: [...rows] }));
    return {
      header: this.header ?? this.mapping.map(nameOfColumn),
      groups: groups.sort((a, b) => b.count - a.count),
      count: this.count,
      note: this.note,
    };
  }
}

/** The faults of a row: those after the first begin with the name of a field. */
function faultsOf(message: string, mapping: readonly string[]): string[] {
  const faults: string[] = [];
  for (const part of message.split('; ')) {
    const last = faults.at(-1);
    if (last === undefined || columnOf(part, mapping) !== null) faults.push(part);
    else faults[faults.length - 1] = `${last}; ${part}`;
  }
  return [...new Set(faults)];
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
