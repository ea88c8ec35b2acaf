import { isAscii } from 'node:buffer';
import type { RawRow } from '../csv/record-parser.ts';
import type { FileFormat } from '../csv/splitter.ts';
import { isTwice, repairTwice } from '../csv/twice-encoded.ts';
import { isUtf8Label, UTF8_TWICE } from '../domain/character-sets.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { SourceHead } from './source-head.ts';

const CELL_CHARACTERS = 60;

/** The notice of cells among the rows whose letters were encoded twice; none where the format repairs them. */
export function twiceEncoded({ bytes }: SourceHead, rows: readonly RawRow[], format: FileFormat): Notice[] {
  if (isAscii(bytes) || !isUtf8Label(format.character_set)) return [];
  const found = rows.flatMap(({ fields, rowNumber }) =>
    fields.flatMap((cell, index) => (isTwice(cell) ? [{ cell, index, rowNumber }] : [])),
  );
  const [first] = found;
  if (first === undefined) return [];
  const shown = first.cell.trim().slice(0, CELL_CHARACTERS);
  const cells = found.length === 1 ? 'one cell' : `${found.length} cells`;
  const what =
    format.workbook === true
      ? 'Correct them in the spreadsheet.'
      : `To have them read once, set file_format.character_set to ${UTF8_TWICE}.`;
  const message =
    `Letters were encoded twice before they came into the file, in ${cells} of the first rows: "${shown}" seems to be ` +
    `"${repairTwice(shown)}". They are imported as they are. ${what}`;
  return [
    createNotice('twice_encoded', message, {
      columns: [...new Set(found.map(({ index }) => index + 1))].sort((one, other) => one - other),
      rows: [...new Set(found.map(({ rowNumber }) => rowNumber))],
      count: found.length,
    }),
  ];
}
