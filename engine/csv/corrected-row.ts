import { enclosedLine } from './failed-cells.ts';
import { createRecordParser } from './record-parser.ts';
import type { RawRow } from './record-parser.ts';
import { textFormat } from './source-text.ts';
import { createRecordSplitter } from './splitter.ts';
import type { FileFormat } from './splitter.ts';

/** Cells by the index of their column. */
export type CorrectedCells = Readonly<Record<string, string>>;

/** The cells of corrected rows by the numbers of their records. */
export type CorrectedRows = ReadonlyMap<number, readonly string[]>;

/** The cells of a failed row with its correction, one for each column. */
export function withCorrection(
  columns: number,
  cells: readonly string[],
  correction: CorrectedCells | null,
): readonly string[] {
  return Array.from({ length: columns }, (_, at) => correction?.[at] ?? cells[at] ?? '');
}

/** Compiles the function that makes the row of a file of the cells of a corrected row. */
export function compileCorrectedRow(format: FileFormat): (rowNumber: number, cells: readonly string[]) => RawRow {
  const kept = textFormat(format);
  const parse = createRecordParser(kept);
  return (rowNumber, cells) => {
    const bytes = Buffer.from(enclosedLine(cells, format));
    const splitter = createRecordSplitter(kept);
    splitter.feed(bytes, true);
    const [row] = splitter.next() ? parse(bytes, [splitter.record], rowNumber) : [];
    if (row === undefined) throw new Error('A corrected row has no cells.');
    return row;
  };
}
