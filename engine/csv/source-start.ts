import type { FileFormat } from './splitter.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const LF = 10;
/** A first line that names the separator, as Excel writes and reads it. */
const HINT = /^"?sep=([^\r\n])"?[ \t,;|]*\r?(?:\n|$)/i;
/** Bytes of the longest hint that is looked for. */
const HINT_BYTES = 40;

/** Where the records of a text in UTF-8 begin: behind a byte order mark, a hint at the separator, and the lines to skip. */
export function startOfRecords(text: Buffer, { skip_lines = 0 }: Pick<FileFormat, 'skip_lines'>): number {
  let at = hasByteOrderMark(text) ? BYTE_ORDER_MARK.length : 0;
  const hint = HINT.exec(text.toString('latin1', at, at + HINT_BYTES));
  if (hint !== null) at += hint[0].length;
  for (let left = skip_lines; left > 0 && at < text.length; left -= 1) {
    const end = text.indexOf(LF, at);
    at = end < 0 ? text.length : end + 1;
  }
  return at;
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
