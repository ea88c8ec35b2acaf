import { BOUNDS } from '../domain/bounds.ts';
import { numberText } from './number-text.ts';
import { readSheetRows } from './sheet-rows.ts';
import type { SheetCell, SheetRow } from './sheet-rows.ts';
import type { WorkbookParts } from './workbook-parts.ts';
import { createCsvWriter } from './write-csv.ts';
import type { CsvMarks, TextRow } from './write-csv.ts';
import type { ZipArchive } from './zip-archive.ts';
import { damagedWorkbook } from './errors.ts';
import { builtInFormat, readNumberFormat } from './number-formats.ts';
import type { NumberFormat } from './number-formats.ts';
import { parseXml, readXml } from './xml.ts';
import { createStringTable } from './string-table.ts';
import type { StringTable } from './string-table.ts';
import { collectText } from './text-runs.ts';

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

/** Reads how the cells of each style show numbers, by the number of the style. @throws UnreadablePacked */
async function readCellStyles(archive: ZipArchive, file: string | null): Promise<readonly NumberFormat[]> {
  if (file === null) return [];
  const formats = new Map<number, NumberFormat>();
  const styles: NumberFormat[] = [];
  let isInCells = false;
  await parseXml(archive.read(file), {
    open: (name, attributes) => {
      if (formats.size + styles.length > BOUNDS.workbookStyles.max) {
        throw damagedWorkbook(`it has more than ${BOUNDS.workbookStyles.max} styles`);
      }
      if (name === 'cellXfs') isInCells = true;
      else if (name === 'numFmt')
        formats.set(Number(attributes.numFmtId), readNumberFormat(attributes.formatCode ?? ''));
      else if (name === 'xf' && isInCells) {
        const id = Number(attributes.numFmtId ?? 0);
        styles.push(formats.get(id) ?? builtInFormat(id));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

/** The texts that the cells of a workbook share. They are read as far as they are needed. */
interface SharedStrings {
  /** Reads on until the text of that number is there, or there are no more. @throws UnreadablePacked */
  reach(index: number): Promise<void>;
  /** The text of that number, which was reached; null when there is none. */
  get(index: number): string | null;
  close(): Promise<void>;
}

/** Opens the shared texts of a workbook; null: it has none. */
function openSharedStrings(archive: ZipArchive, file: string | null): SharedStrings {
  const table = createStringTable();
  const reading = file === null ? null : readTexts(archive, file, table);
  return {
    reach: async (index) => {
      while (table.length <= index && reading !== null) {
        const { done } = await reading.next();
        if (done === true) return;
      }
    },
    get: (index) => (Number.isInteger(index) && index >= 0 && index < table.length ? table.get(index) : null),
    close: async () => {
      table.close();
      await reading?.return();
    },
  };
}

function readTexts(archive: ZipArchive, file: string, table: StringTable): AsyncGenerator<undefined, void, void> {
  const text = collectText();
  return readXml(archive.read(file), {
    open: (name) => {
      if (name === 'si') text.begin();
      else text.open(name);
    },
    text: (part) => text.add(part),
    close: (name) => {
      if (name === 'si') table.add(text.end());
      else text.close(name);
    },
  });
}
