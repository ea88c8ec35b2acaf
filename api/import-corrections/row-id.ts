import type { RowPlace } from '../../engine/db/corrections/worklist-rows.ts';

const ID = /^(\d{1,15})(?:-(\d{1,9}))?$/;

/** Writes the id of a failed row: the number of its record, and of a further row within that also which one. */
export function rowId({ rowNumber, line }: RowPlace): string {
  return line === 0 ? String(rowNumber) : `${rowNumber}-${line}`;
}

/** Reads the id of a failed row; null for any other text. */
export function readRowId(text: string): RowPlace | null {
  const [, rowNumber, line = '0'] = ID.exec(text) ?? [];
  return rowNumber === undefined ? null : { rowNumber: Number(rowNumber), line: Number(line) };
}
