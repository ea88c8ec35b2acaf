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
    utf32(head) ??
    otherKind(head, text) ??
    sheetOfNone(format) ??
    (isUtf16 ? null : otherEncoding(head)) ??
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
/** Letters beyond the first 256 have two NULs in four bytes, the others three. */
const UTF_32_NULS = 0.6;

/** Recognizes UTF-32, which no label names, by its byte order mark or by the NULs of its letters. */
function utf32(head: Buffer): string | null {
  const shown = head.subarray(0, ENCODING_BYTES);
  const nuls = shown.filter((byte) => byte === 0).length;
  const isMostly = shown.length >= 16 && nuls >= shown.length * UTF_32_NULS && nuls < shown.length;
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

const SEPARATORS = { ',': 'commas', '\t': 'tabs', ';': 'semicolons', '|': 'vertical bars' } as const;

/** A header of one field where several columns are mapped, which another separator splits. */
function otherSeparator(text: string, { format, columns }: ExpectedFile): string | null {
  if (!format.csv_has_headers || columns < 2) return null;
  const [header = ''] = text.trimStart().split(/[\r\n]/, 1);
  if (fieldsOf(header, format.csv_field_separator, format) > 1) return null;
  const found = Object.entries(SEPARATORS).find(([separator]) => fieldsOf(header, separator, format) > 1);
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
