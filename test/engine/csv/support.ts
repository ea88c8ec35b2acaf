import fc from 'fast-check';
import type { RawRow } from '../../../engine/csv/record-parser.ts';
import { readRange } from '../../../engine/csv/read-range.ts';
import { scanSource } from '../../../engine/csv/scan.ts';
import type { FileFormat } from '../../../engine/csv/splitter.ts';

export const FORMAT: FileFormat = {
  character_set: 'UTF-8',
  csv_has_headers: false,
  csv_field_enclosure: '"',
  csv_field_separator: ',',
  date_format: 'mdy',
};

export interface PlainRow {
  rowNumber: number;
  fields: readonly string[];
  error: string | null;
  text: string;
}

/** A stream that hands out the bytes in chunks of these sizes, again and again. */
export async function* chunked(bytes: Buffer, sizes: readonly number[] = [65_536]): AsyncGenerator<Buffer> {
  let turn = 0;
  for (let at = 0; at < bytes.length;) {
    const size = sizes[turn++ % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
    await Promise.resolve();
  }
}

export interface ReadSizes {
  sizes?: readonly number[];
  blockBytes?: number;
  sliceRecords?: number;
}

export async function readRows(
  bytes: Buffer,
  format = FORMAT,
  readSizes: ReadSizes = {},
  firstRow = 1,
): Promise<PlainRow[]> {
  const rows: RawRow[] = [];
  const { sizes, ...settings } = readSizes;
  for await (const slice of readRange(chunked(bytes, sizes), format, { firstRow, ...settings })) rows.push(...slice);
  return rows.map(({ rowNumber, fields, error, text }) => ({ rowNumber, fields, error, text: text() }));
}

/** Scans, then reads every range from its own bytes, as the pipeline does. */
export async function readByRanges(bytes: Buffer, format: FileFormat, rangeBytes: number, readSizes: ReadSizes = {}) {
  const { sizes, ...settings } = readSizes;
  const scan = await scanSource(chunked(bytes, sizes), format, { rangeBytes, ...settings });
  const rows: PlainRow[] = [];
  for (const { start, end, firstRow, records } of scan.ranges) {
    const ofRange = await readRows(bytes.subarray(start, end), format, readSizes, firstRow);
    if (ofRange.length !== records) throw new Error(`A range of ${records} records reads as ${ofRange.length}.`);
    rows.push(...ofRange);
  }
  return { scan, rows };
}

/** Reference parser, written for clarity alone: character by character, all of it in memory, without limits. */
export function modelRows(text: string, format = FORMAT): { fields: string[] | null; text: string }[] {
  const { csv_field_enclosure: quote, csv_field_separator: separator } = format;
  const isBreak = (at: number) => text[at] === '\n' || (text[at] === '\r' && text[at + 1] === '\n');
  const lineEnd = (at: number) => {
    while (at < text.length && !isBreak(at)) at += 1;
    return at;
  };
  const afterBreak = (at: number) => at + (text[at] === '\r' ? 2 : 1);
  const afterBlanks = (at: number) => {
    while (text[at] === ' ' || (text[at] === '\t' && separator !== '\t')) at += 1;
    return at;
  };
  const addressFrom = (open: number): string => {
    const found = /^<[^<>\n]*>/.exec(text.slice(open))?.[0] ?? '';
    return found.includes('@') && !found.includes(quote) && !found.includes(separator) ? found : '';
  };
  const enclosedFrom = (open: number, begins: number): { field: string; at: number } | null => {
    let field = '';
    let at = open + 1;
    while (at < text.length && !(text[at] === quote && text[at + 1] !== quote)) {
      field += text[at];
      at += text[at] === quote ? 2 : 1;
    }
    if (at >= text.length) return null;
    at = afterBlanks(at + 1);
    const address = addressFrom(at);
    at = address === '' ? at : afterBlanks(at + address.length);
    if (address !== '') field = text.slice(begins, at);
    return at === text.length || text[at] === separator || isBreak(at) ? { field, at } : null;
  };
  const rows: { fields: string[] | null; text: string }[] = [];

  for (let at = 0; at < text.length;) {
    const start = at;
    let fields: string[] | null = [];
    let isBlankRow = true;
    for (;;) {
      let field = '';
      const begins = at;
      const open = afterBlanks(at);
      const enclosed = text[open] === quote ? enclosedFrom(open, begins) : null;
      if (enclosed !== null) {
        ({ field, at } = enclosed);
        isBlankRow &&= field === '';
      } else if (text[begins] === quote) {
        fields = null;
        at = lineEnd(begins + 1);
        break;
      } else {
        while (at < text.length && text[at] !== separator && !isBreak(at)) field += text[at++];
        isBlankRow &&= field.trim() === '' && !/[\r]/.test(field);
      }
      fields.push(field);
      if (text[at] !== separator) break;
      at += 1;
    }
    if (at > start && !(isBlankRow && fields !== null)) rows.push({ fields, text: text.slice(start, at) });
    at = afterBreak(at);
  }
  return rows;
}

/** Texts made of what matters to a splitter. */
export const nastyText = fc
  .array(
    fc.constantFrom(
      '"',
      '"',
      '""',
      ',',
      '\n',
      '\r\n',
      '\r',
      'a',
      'é',
      ' ',
      "'",
      '\0',
      ',"',
      '",',
      '"\n',
      '<',
      '<a@b>',
      '" <é@b> ',
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

export const formats = fc.record({
  csv_field_enclosure: fc.constantFrom('"' as const, "'" as const),
  csv_field_separator: fc.constantFrom(',' as const, ';' as const, '\t' as const),
});

export const anyReadSizes = fc.record({
  sizes: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  blockBytes: fc.integer({ min: 1, max: 50 }),
  sliceRecords: fc.integer({ min: 1, max: 4 }),
});
