import { SEPARATOR_NAMES } from '../domain/field-separators.ts';
import { otherKind } from './file-kinds.ts';
import { characterSetOf } from '../domain/character-sets.ts';
import { startOfRecords } from './source-start.ts';
import { toText } from './source-text.ts';
import type { FileFormat } from './splitter.ts';

/** Bytes of the beginning of a source that are enough to recognize its kind. */
export const HEAD_BYTES = 65_536;

/** The format and columns that an import expects. */
export interface ExpectedFile {
  readonly format: FileFormat;
  /** Number of mapped columns. */
  readonly columns: number;
}

/**
 * Checks whether the beginning of a source can be CSV of the expected format. Returns a sentence that says what it is
 * instead and what to do; null when it may be CSV. Does not check single rows.
 */
export function whyUnreadable(head: Buffer, { format, columns }: ExpectedFile): string | null {
  const decoded = toText(head, format, { isWhole: false });
  const text = withoutMark(decoded.toString('latin1'));
  const records = decoded.toString('latin1', startOfRecords(decoded, format));
  const isUtf16 = characterSetOf(format.character_set)?.startsWith('utf-16') === true;
  return (
    otherKind(head, text) ??
    utf32(head) ??
    sheetOfNone(format) ??
    (isUtf16 ? null : (otherEncoding(head) ?? ebcdic(head) ?? binary(head))) ??
    longLinesToSkip(head, format) ??
    otherSeparator(records, { format, columns })
  );
}

/** A sheet of a file that has none: it may not be the file that the client means. */
function sheetOfNone({ sheet, workbook }: FileFormat): string | null {
  if (sheet === undefined || workbook === true) return null;
  return 'file_format.sheet is set, but the file is no workbook. Remove it, or send the workbook.';
}

/** Lines to skip that do not end within the beginning of a longer file: an import does not look further for its header. */
function longLinesToSkip(head: Buffer, format: FileFormat): string | null {
  const { skip_lines = 0 } = format;
  if (skip_lines === 0 || head.length < HEAD_BYTES) return null;
  const text = toText(head.subarray(0, HEAD_BYTES), format, { isWhole: false });
  if (startOfRecords(text, format) < text.length) return null;
  return (
    `file_format.skip_lines is ${skip_lines}, but the first ${HEAD_BYTES / 1024} KiB of the file have fewer lines. ` +
    'Set it to the number of lines above the header.'
  );
}

const UTF_32_MARKS = [Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from([0, 0, 0xfe, 0xff])];
/** Most characters of UTF-32 have their two NULs at the same place of four bytes. */
const UTF_32_SHARE = 0.9;

/** Recognizes UTF-32, which no label names, by its byte order mark or by the NULs of its letters. */
function utf32(head: Buffer): string | null {
  const units = Math.floor(Math.min(head.length, ENCODING_BYTES) / 4);
  const areLetters = ([one, other]: readonly [number, number], nuls: number) =>
    Array.from({ length: units }, (_, n) => 4 * n).filter(
      (at) => (head[at + one] !== 0 || head[at + other] !== 0) && head.readUInt16LE(at + nuls) === 0,
    ).length >=
    units * UTF_32_SHARE;
  const isMostly = units > 3 && (areLetters([0, 1], 2) || areLetters([2, 3], 0));
  if (!isMostly && !UTF_32_MARKS.some((mark) => startsWith(head, mark))) return null;
  return 'The file is encoded in UTF-32. Export it in UTF-8 and import that.';
}

const UTF_16 = [
  ['UTF-16LE', Buffer.from([0xff, 0xfe]), 1],
  ['UTF-16BE', Buffer.from([0xfe, 0xff]), 0],
] as const;
const ENCODING_BYTES = 1_024;

/** Recognizes UTF-16 by its byte order mark, or by NULs at the same position of most byte pairs. */
function otherEncoding(head: Buffer): string | null {
  const pairs = Math.floor(Math.min(head.length, ENCODING_BYTES) / 2);
  const nuls = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (head[at] === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1;
  const found = UTF_16.find(([, mark, place]) => {
    const isMostly = pairs > 2 && (nuls[place] ?? 0) > pairs / 2 && nuls[1 - place] === 0;
    return startsWith(head, mark) || isMostly;
  });
  if (found === undefined) return null;
  return (
    `The file is encoded in ${found[0]}. Export it in UTF-8 (in Excel: "CSV UTF-8") and import that, or set ` +
    `file_format.character_set to ${found[0]}.`
  );
}

/** Letters, digits and usual marks of EBCDIC, as ranges of bytes. */
const EBCDIC_RANGES = [
  ...[
    [0x81, 0x89],
    [0x91, 0x99],
    [0xa2, 0xa9],
    [0xc1, 0xc9],
    [0xd1, 0xd9],
    [0xe2, 0xe9],
    [0xf0, 0xf9],
  ],
  ...[
    [0x05, 0x05],
    [0x0d, 0x0d],
    [0x15, 0x15],
    [0x25, 0x25],
    [0x40, 0x40],
    [0x4b, 0x50],
    [0x5b, 0x61],
    [0x6b, 0x6f],
    [0x7a, 0x7f],
  ],
] as const;
const SHOWN_BYTES = 32;
const EBCDIC_SHARE = 0.95;

/** Recognizes EBCDIC of mainframes, which has no label and neither blanks nor line feeds of ASCII. */
function ebcdic(head: Buffer): string | null {
  const shown = head.subarray(0, ENCODING_BYTES);
  if (shown.length < SHOWN_BYTES || shown.includes(0x0a) || shown.includes(0x20)) return null;
  const own = shown.filter((byte) => EBCDIC_RANGES.some(([first, last]) => byte >= first && byte <= last)).length;
  const letters = shown.filter((byte) => byte >= 0x81).length;
  if (own < shown.length * EBCDIC_SHARE || letters < shown.length / 2) return null;
  return 'The file is encoded in EBCDIC. Export it in UTF-8 and import that.';
}

/** Most text has fewer control characters that neither end lines, nor separate fields, nor switch letters. */
const BINARY_SHARE = 0.02;
const MOST_CONTROLS = 8;

function binary(head: Buffer): string | null {
  const shown = head.subarray(0, ENCODING_BYTES);
  const controls = shown.filter((byte) => (byte > 1 && byte < 9) || (byte > 0x0f && byte < 0x1a)).length;
  if (controls <= MOST_CONTROLS || controls < shown.length * BINARY_SHARE) return null;
  return 'The file is no text: it holds binary data. Export the table as CSV in UTF-8 and import that.';
}

/** A header of one field where several columns are mapped, which another separator splits. */
function otherSeparator(text: string, { format, columns }: ExpectedFile): string | null {
  if (!format.csv_has_headers || columns < 2) return null;
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (fieldsOf(header, format.csv_field_separator, format) > 1) return null;
  const found = Object.entries(SEPARATOR_NAMES).find(([separator]) => fieldsOf(header, separator, format) > 1);
  if (found === undefined) return null;
  return `The file seems to be separated by ${found[1]}; set file_format.csv_field_separator.`;
}

function fieldsOf(line: string, separator: string, { csv_field_enclosure: enclosure }: FileFormat): number {
  let fields = 1;
  let isEnclosed = false;
  for (const character of line) {
    if (character === enclosure) isEnclosed = !isEnclosed;
    else if (character === separator && !isEnclosed) fields++;
  }
  return fields;
}

function startsWith(head: Buffer, first: Buffer): boolean {
  return head.subarray(0, first.length).equals(first);
}

/** The byte order mark of UTF-8, read as ISO-8859-1. */
function withoutMark(text: string): string {
  return text.replace(/^\xef\xbb\xbf/, '');
}
