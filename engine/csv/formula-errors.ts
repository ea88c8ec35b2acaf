import type { ColumnReader } from './column-reader.ts';

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
