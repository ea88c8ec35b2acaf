import { BOUNDS } from '../domain/bounds.ts';
import { damagedWorkbook } from './errors.ts';
import { collectText, unescapeText } from './text-runs.ts';
import { readXml } from './xml.ts';
import type { XmlAttributes } from './xml.ts';

/** A cell as the sheet has it. */
export interface SheetCell {
  /** From 0. */
  readonly column: number;
  /** `s`: the text is the number of a shared one; `n`: a number, whose style says how it is shown. */
  readonly type: 's' | 'n' | 'b' | 'text';
  readonly style: number;
  readonly text: string;
}

/** A row with cells that have a value. */
export interface SheetRow {
  /** From 1, as the spreadsheet program numbers it. */
  readonly number: number;
  readonly cells: readonly SheetCell[];
}

/**
 * Reads the rows of a sheet, those of some 64 KiB of it at a time. Of a formula the value counts that the program computed last.
 * @throws UnreadablePacked when its rows or cells are not in their order, or beyond the bounds
 */
export async function* readSheetRows(blocks: AsyncIterable<Buffer>): AsyncGenerator<SheetRow[], void, void> {
  let ready: SheetRow[] = [];
  let isInData = false;
  let rowNumber = 0;
  let cells: SheetCell[] = [];
  let column = -1;
  let cell: { readonly type: string; readonly style: number } | null = null;
  let value: string | null = null;
  let isInValue = false;
  let hasInlineText = false;
  const inline = collectText();

  const openRow = ({ r }: XmlAttributes) => {
    const number = r === undefined ? rowNumber + 1 : Number(r);
    if (!Number.isInteger(number) || number <= rowNumber) throw damagedWorkbook('the rows of a sheet have no order');
    if (number > BOUNDS.workbookRows.max) {
      throw damagedWorkbook(`a sheet has more than ${BOUNDS.workbookRows.max} rows`);
    }
    rowNumber = number;
    cells = [];
    column = -1;
  };
  const openCell = ({ r, t = 'n', s = '0' }: XmlAttributes) => {
    const next = r === undefined ? column + 1 : columnOf(r);
    if (next <= column) throw damagedWorkbook('the cells of a row have no order');
    if (next >= BOUNDS.workbookColumns.max) {
      throw damagedWorkbook(`a row has more than ${BOUNDS.workbookColumns.max} columns`);
    }
    column = next;
    cell = { type: t, style: Number(s) };
    value = null;
    hasInlineText = false;
  };
  const closeCell = () => {
    if (cell === null) return;
    const { type, style } = cell;
    cell = null;
    if (hasInlineText) return void cells.push({ column, style, type: 'text', text: inline.end() });
    if (value === null || value === '') return;
    const isText = type !== 's' && type !== 'n' && type !== 'b';
    cells.push({ column, style, type: isText ? 'text' : type, text: type === 'str' ? unescapeText(value) : value });
  };
  const handlers = {
    open: (name: string, attributes: XmlAttributes) => {
      if (name === 'sheetData') isInData = true;
      if (!isInData) return;
      if (name === 'row') openRow(attributes);
      else if (name === 'c') openCell(attributes);
      else if (name === 'v') isInValue = cell !== null;
      else if (name === 'is' && cell !== null) {
        hasInlineText = true;
        inline.begin();
      } else if (hasInlineText) inline.open(name);
    },
    text: (text: string) => {
      if (isInValue) value = value === null ? text : value + text;
      else if (hasInlineText) inline.add(text);
    },
    close: (name: string) => {
      if (!isInData) return;
      if (name === 'v') isInValue = false;
      else if (name === 'c') closeCell();
      else if (name === 'row') {
        if (cells.length > 0) ready.push({ number: rowNumber, cells });
        cells = [];
      } else if (name === 'sheetData') isInData = false;
      else if (hasInlineText) inline.close(name);
    },
  };
  for await (const each of readXml(blocks, handlers)) {
    void each;
    if (ready.length === 0) continue;
    yield ready;
    ready = [];
  }
}

/** Reads from the beginning of a sheet the number of rows that it declares, null when it does not, and whether it is empty. */
export async function readSheetExtent(
  blocks: AsyncIterable<Buffer>,
): Promise<{ readonly rows: number | null; readonly isEmpty: boolean }> {
  let rows: number | null = null;
  let isEmpty = true;
  let isOver = false;
  const handlers = {
    open: (name: string, { ref = '' }: XmlAttributes) => {
      if (name === 'dimension') rows = lastRowOf(ref);
      if (name === 'c') isEmpty = false;
      isOver ||= name === 'c';
    },
    close: (name: string) => {
      isOver ||= name === 'sheetData';
    },
  };
  let blocksLeft = EXTENT_BLOCKS;
  for await (const each of readXml(blocks, handlers)) {
    void each;
    if (isOver || --blocksLeft === 0) break;
  }
  return { rows: isEmpty ? null : rows, isEmpty };
}

/** Blocks of 64 KiB in which the first cell of a sheet is looked for. */
const EXTENT_BLOCKS = 4;

/** The last row of a reference such as `A1:E101`. */
function lastRowOf(reference: string): number | null {
  const row = Number(reference.slice(reference.indexOf(':') + 1).replace(/[^0-9]/g, ''));
  return row >= 1 && row <= BOUNDS.workbookRows.max ? row : null;
}

const A = 65;
const Z = 90;

/** The column of a reference such as `AB12`, from 0; one that is none is beyond all columns. */
function columnOf(reference: string): number {
  let column = 0;
  let at = 0;
  for (let code = reference.charCodeAt(0); code >= A && code <= Z && at < 4; code = reference.charCodeAt(++at)) {
    column = column * 26 + (code - A + 1);
  }
  return at === 0 ? Infinity : column - 1;
}
