import type { FileFormat } from './splitter.ts';

/** Whether the source is read as ISO-8859-1; everything else is UTF-8. */
export function isLatin1(format: FileFormat): boolean {
  return format.character_set.toLowerCase() === 'iso-8859-1';
}

/**
 * Text of some bytes of the source, for display: U+FFFD stands for NUL, which Postgres takes in no text, and for
 * bytes that are no UTF-8. With `maxBytes` the text is cut, between two characters.
 */
export function decodeText(bytes: Buffer, format: FileFormat, maxBytes = Infinity): string {
  const latin1 = isLatin1(format);
  let end = Math.min(bytes.length, maxBytes);
  if (!latin1 && end < bytes.length) while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString(latin1 ? 'latin1' : 'utf8', 0, end).replaceAll('\0', '\ufffd');
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
