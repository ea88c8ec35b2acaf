import type { RawRow } from '../csv/record-parser.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';

const CELL_CHARACTERS = 40;

/** The notice of cells among the rows that are written as formulas of text; none without one in a column that is imported. */
export function formulaTexts(rows: readonly RawRow[], mapping: readonly string[]): Notice[] {
  const found = rows.flatMap(({ fields, formulas = [], rowNumber }) =>
    formulas
      .filter((index) => (mapping[index] ?? '').trim() !== '')
      .map((index) => ({ index, rowNumber, text: fields[index] ?? '' })),
  );
  const [first] = found;
  if (first === undefined) return [];
  const text = first.text.slice(0, CELL_CHARACTERS);
  const cells =
    found.length === 1
      ? 'A cell of the first rows is written as a formula of text, and is read as its text'
      : `${found.length} cells of the first rows are written as formulas of text, and are read as their text`;
  return [
    createNotice('formula_texts', `${cells}: ="${text}" is ${text}.`, {
      columns: [...new Set(found.map(({ index }) => index + 1))].sort((one, other) => one - other),
      rows: [...new Set(found.map(({ rowNumber }) => rowNumber))],
      count: found.length,
    }),
  ];
}
