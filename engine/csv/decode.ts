import { toText } from './source-text.ts';
import type { FileFormat } from './splitter.ts';

/** The text of some lines of the source, for display, without the last line break. */
export function decodeText(bytes: Buffer, format: FileFormat): string {
  return cutText(toText(bytes, format)).replace(/\r?\n$/, '');
}

/**
 * Text for display, of bytes in UTF-8: U+FFFD stands for NUL, which Postgres takes in no text, and for bytes that are no UTF-8. With
 * `maxBytes` the text is cut, between two characters.
 */
export function cutText(bytes: Buffer, maxBytes = Infinity): string {
  let end = Math.min(bytes.length, maxBytes);
  if (end < bytes.length) while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end).replaceAll('\0', '\ufffd');
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
