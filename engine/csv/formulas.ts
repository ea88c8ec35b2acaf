import type { ColumnReader } from './column-reader.ts';

/** A formula that is a text alone, as spreadsheets write one to keep its zeros: `="00501"`. */
const FORMULA = /^\s*="((?:[^"]|"")*)"\s*$/;

/** The text of a cell that is written as a formula of text; null for any other cell. */
export function formulaText(cell: string): string | null {
  if (!cell.includes('="')) return null;
  return FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? null;
}

/** Texts that a cell shows when its formula has no value. */
const ERRORS: ReadonlySet<string> = new Set([
  ...['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A', '#GETTING_DATA', '#SPILL!', '#CALC!'],
  ...['#FIELD!', '#BLOCKED!', '#CONNECT!', '#UNKNOWN!', '#BUSY!'],
]);

/** Refuses the cells of a column of a workbook that show the error of a formula: that is no value of the person. */
export function refuseFormulaErrors<Draft>(
  column: ColumnReader<Draft> | null,
  name: string,
): ColumnReader<Draft> | null {
  if (column === null) return null;
  return (cell, draft, errors) => {
    if (ERRORS.has(cell)) errors.push(`${name} is the error ${cell} of a formula`);
    else column(cell, draft, errors);
  };
}
