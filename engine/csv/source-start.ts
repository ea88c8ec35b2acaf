import { BLANKS_OR_SEPARATORS } from '../domain/field-separators.ts';
import type { FileFormat } from './splitter.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LF = 10;
/** A first line that names the separator, as Excel writes and reads it. */
const HINT = new RegExp(String.raw`^"?sep=([^\r\n])"?[${BLANKS_OR_SEPARATORS}]*\r?(?:\n|$)`, 'i');
/** Bytes of the longest hint that is looked for. */
const HINT_BYTES = 40;

type StartFormat = Pick<FileFormat, 'workbook'> & Partial<Pick<FileFormat, 'csv_field_enclosure'>>;

/** Returns the offset of the first record of a text in UTF-8: after a byte order mark, a separator hint and the lines to skip. */
export function startOfRecords(text: Buffer, format: StartFormat & Pick<FileFormat, 'skip_lines'>): number {
  let at = hasByteOrderMark(text) ? BYTE_ORDER_MARK.length : 0;
  const hint = HINT.exec(text.toString('latin1', at, at + HINT_BYTES));
  if (hint !== null) at += hint[0].length;
  for (let left = format.skip_lines ?? 0; left > 0 && at < text.length; left -= 1) at = endOfLine(text, at, format);
  return at;
}

/** The number of lines to skip from the start of a text to an offset. */
export function linesBefore(text: Buffer, end: number, format: StartFormat): number {
  let lines = 0;
  for (let at = startOfRecords(text, { ...format, skip_lines: 0 }); at < end; at = endOfLine(text, at, format))
    lines += 1;
  return lines;
}

/** The offset at which the next line begins. Of a workbook that is a row of the sheet: its cells may hold line breaks. */
function endOfLine(
  text: Buffer,
  start: number,
  { workbook, csv_field_enclosure: enclosure = '"' }: StartFormat,
): number {
  if (workbook !== true) return text.indexOf(LF, start) + 1 || text.length;
  const mark = enclosure.charCodeAt(0);
  let isEnclosed = false;
  for (let at = start; at < text.length; at++) {
    if (text[at] === mark) isEnclosed = !isEnclosed;
    else if (text[at] === LF && !isEnclosed) return at + 1;
  }
  return text.length;
}

/** Whether a text begins with the byte order mark of UTF-8. */
export function hasByteOrderMark(text: Buffer): boolean {
  return BYTE_ORDER_MARK.equals(text.subarray(0, BYTE_ORDER_MARK.length));
}

/** The separator that the first line of a text names; null when it names none. */
export function hintedSeparator(text: Buffer): string | null {
  const start = startOfRecords(text.subarray(0, BYTE_ORDER_MARK.length), {});
  return HINT.exec(text.toString('latin1', start, start + HINT_BYTES))?.[1] ?? null;
}
