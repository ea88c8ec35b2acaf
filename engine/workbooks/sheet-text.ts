import { BOUNDS } from '../domain/bounds.ts';
import { readCellStyles } from './cell-styles.ts';
import { numberText } from './number-text.ts';
import { openSharedStrings } from './shared-strings.ts';
import { readSheetRows } from './sheet-rows.ts';
import type { SheetCell, SheetRow } from './sheet-rows.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { createCsvWriter } from './write-csv.ts';
import type { CsvMarks, TextRow } from './write-csv.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Format of the CSV that a sheet is converted to. */
export interface SheetTextOptions {
  readonly marks: CsvMarks;
  /** The columns of the table; null: as many as the widest of its first rows has. */
  readonly columns: number | null;
}

/** Bytes of CSV that are yielded together; a row may be longer. */
const BLOCK_CHARACTERS = 131_072;

/**
 * Yields a sheet as CSV in UTF-8, in constant memory: dates as ISO 8601, numbers as their shortest decimal text, TRUE and FALSE, formulas
 * as their last values.
 * @throws UnreadablePacked
 */
export async function* readSheetText(
  archive: ZipArchive,
  { file, strings, styles, epoch }: Pick<WorkbookParts, 'strings' | 'styles' | 'epoch'> & { readonly file: string },
  { marks, columns }: SheetTextOptions,
): AsyncGenerator<Buffer, void, void> {
  const formats = await readCellStyles(archive, styles);
  const shared = openSharedStrings(archive, strings);
  const writer = createCsvWriter(marks, columns);

  const textOf = ({ type, text, style }: SheetCell): string => {
    switch (type) {
      case 's':
        return shared.get(Number(text)) ?? '';
      case 'n':
        return numberText(text, formats[style] ?? 'number', epoch);
      case 'b':
        return text === '1' || text === 'true' ? 'TRUE' : 'FALSE';
      case 'text':
        return text;
    }
  };
  const rowOf = ({ number, cells }: SheetRow): TextRow => {
    const texts: { column: number; text: string }[] = [];
    let characters = 0;
    for (const cell of cells) {
      const text = textOf(cell);
      if (text.trim() === '') continue;
      texts.push({ column: cell.column, text });
      characters += text.length;
      // The record is too long, and fails alone.
      if (characters > BOUNDS.importRecord.max) break;
    }
    return { number, cells: texts };
  };

  try {
    let text = '';
    for await (const rows of readSheetRows(archive.read(file))) {
      await shared.reach(lastStringOf(rows));
      for (const row of rows) {
        text += writer.add(rowOf(row));
        if (text.length < BLOCK_CHARACTERS) continue;
        yield Buffer.from(text);
        text = '';
      }
    }
    yield Buffer.from(text + writer.end());
  } finally {
    await shared.close();
  }
}

/** The number of the last shared text that rows name; -1 when they name none. */
function lastStringOf(rows: readonly SheetRow[]): number {
  let last = -1;
  for (const { cells } of rows) {
    for (const { type, text } of cells) if (type === 's' && Number(text) > last) last = Number(text);
  }
  return last;
}
