import { BOUNDS } from '../domain/bounds.ts';
import type { FileFormat } from './splitter.ts';

/** A fault of a failed row. */
export interface RowFault {
  /** Index of the column; null: the whole row is at fault. */
  readonly column: number | null;
  readonly reason: string;
}

/** Finds the faults of the cells of a row, one for each column. */
export type JudgeCells = (cells: readonly string[]) => readonly RowFault[];

/** Names the columns of a file, each once: by its header, by the mapping, or by their numbers. */
export function columnNames(header: readonly string[] | null, mapping: readonly string[]): readonly string[] {
  const names = new Set<string>();
  mapping.forEach((entry, at) => {
    const name = shortened(header?.[at]?.trim() ?? '') || entry || `Column ${at + 1}`;
    let unique = name;
    for (let count = 2; names.has(unique); count += 1) unique = `${name} (${count})`;
    names.add(unique);
  });
  return [...names];
}

function shortened(name: string): string {
  return name.slice(0, BOUNDS.worklistColumnName.max).toWellFormed();
}

/** Reads the faults out of the reason of a failed row: those after the first begin with what their column is mapped to. */
export function faultsOf(reason: string, mapping: readonly string[]): readonly RowFault[] {
  if (reason.startsWith(WITHIN)) return [{ column: null, reason: `${WITHIN} another row.` }];
  const faults: { column: number | null; reason: string }[] = [];
  for (const part of reason.split('; ')) {
    const column = columnOf(part, mapping);
    const last = faults.at(-1);
    if (last === undefined || column !== null) faults.push({ column, reason: part });
    else if (!FURTHER.test(part)) last.reason += `; ${part}`;
  }
  return faults;
}

/** The beginning of the reason of a row within another one; what follows is the number of that. */
const WITHIN = 'The row is within a field of';
const FURTHER = /^and \d+ more$/;

/** The longest name counts: one field can have the beginning of another one's name. */
function columnOf(reason: string, mapping: readonly string[]): number | null {
  const text = reason.toLowerCase();
  let found: number | null = null;
  let length = 0;
  mapping.forEach((entry, at) => {
    if (entry.length <= length || !text.startsWith(`${entry.toLowerCase()} `)) return;
    [found, length] = [at, entry.length];
  });
  return found;
}

/** Writes cells as a line of CSV. Each is enclosed, so that it is read as it is. */
export function enclosedLine(
  cells: readonly string[],
  { csv_field_enclosure: mark, csv_field_separator: separator }: FileFormat,
): string {
  return `${cells.map((cell) => `${mark}${cell.replaceAll(mark, mark + mark)}${mark}`).join(separator)}\n`;
}
