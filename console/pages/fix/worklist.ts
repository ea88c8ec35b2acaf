import type { components } from '../../../client/index.ts';
import { SluiceApiError } from '../../../client/index.ts';
import { formatCount, formatCountOf } from '../../parts/format.ts';

export type Worklist = components['schemas']['ImportWorklist'];
export type FaultGroup = Worklist['groups'][number];
export type FailedRow = components['schemas']['FailedRow'];

/** The text of a cell as it stands: the corrected one, or the one of the file. */
export function cellOf({ cells, corrected_cells }: FailedRow, column: string): string {
  return corrected_cells?.[column] ?? cells[column] ?? '';
}

/** Returns true when the fault of a column, or with null that of the whole row, is neither corrected nor dropped, or is still wrong. */
export function isLeft({ corrected_cells, dropped, still_wrong }: FailedRow, column: string | null): boolean {
  if (dropped) return false;
  if (corrected_cells === null || still_wrong.some((fault) => fault.column === column)) return true;
  return column !== null && Object.keys(corrected_cells).length > 0 && corrected_cells[column] === undefined;
}

/** The state of a row in words. */
export function stateOf(row: FailedRow): string {
  if (row.imported_as !== null) return `imported by import ${row.imported_as}`;
  if (row.dropped) return 'dropped';
  if (row.still_wrong.length > 0) return 'still wrong';
  if (row.faults.some(({ column }) => isLeft(row, column))) return 'left';
  return Object.keys(row.corrected_cells ?? {}).length === 0 ? 'imported as it is' : 'corrected';
}

/** The columns whose cells are entered: those at fault, or all where the whole row is. */
export function enteredColumns(row: FailedRow, columns: readonly string[], isWhole: boolean): ReadonlySet<string> {
  const wrong = [...row.faults, ...row.still_wrong].map(({ column }) => column);
  if (isWhole || wrong.includes(null)) return new Set(columns);
  return new Set(columns.filter((column) => wrong.includes(column) || row.corrected_cells?.[column] !== undefined));
}

/** Columns that are shown: more of them would make a page of rows slow. */
const MOST_COLUMNS = 40;

/** The columns of a table of rows: of a wide file the first ones, with the one at fault. */
export function shownColumns(columns: readonly string[], wrong: string | null): readonly string[] {
  const first = columns.slice(0, MOST_COLUMNS);
  return wrong === null || first.includes(wrong) ? first : [wrong, ...first.slice(1)];
}

/** A place right before a row, from which a page of rows begins with it. */
export function placeBefore(id: string): string {
  const [record = '0', line = '0'] = id.split('-');
  if (line === '0') return `${Number(record) - 1}-${MOST_LINES}`;
  return line === '1' ? record : `${record}-${Number(line) - 1}`;
}

/** More rows than a record has within its fields. */
const MOST_LINES = 999_999_999;

/** Returns true when the service refuses a correction since the row was changed in another window. */
export function isConflict(error: unknown): boolean {
  return error instanceof SluiceApiError && error.message.startsWith('the row was changed in another window');
}

/** Sentence of the import of the corrected rows: "Import the 152 corrected rows; 12 are left, 3 are dropped". */
export function importSentence({ ready, left, dropped }: Worklist): string {
  const rows = ready === 1 ? 'Import the corrected row' : `Import the ${formatCount(ready)} corrected rows`;
  return withOthers(rows, { left, dropped });
}

/** Sentence of the start of a dry run with corrections: "Import the whole file with the 152 corrected rows; 12 are left". */
export function wholeFileSentence({ ready, left, dropped }: Worklist): string {
  const rows = ready === 1 ? 'the corrected row' : `the ${formatCount(ready)} corrected rows`;
  const file = ready === 0 ? 'Import the whole file' : `Import the whole file with ${rows}`;
  return withOthers(file, { left, dropped });
}

function withOthers(text: string, { left, dropped }: Pick<Worklist, 'left' | 'dropped'>): string {
  const others = [counted(left, 'left'), counted(dropped, 'dropped')].filter((part) => part !== null);
  return others.length === 0 ? text : `${text}; ${others.join(', ')}`;
}

function counted(count: number, what: string): string | null {
  return count === 0 ? null : `${formatCount(count)} ${count === 1 ? 'is' : 'are'} ${what}`;
}

/** "412 rows, 40 left" of a group. */
export function groupCounts({ rows, left }: Pick<FaultGroup, 'rows' | 'left'>): string {
  return `${formatCountOf(rows, 'row')}, ${left === 0 ? 'none' : formatCount(left)} left`;
}

/** A cell as it is named in a sentence: an empty one has no text. */
export function cellWords(value: string): string {
  return value === '' ? 'empty cell' : `“${value}”`;
}
