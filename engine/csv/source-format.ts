import { FIELD_SEPARATORS } from '../domain/field-separators.ts';
import { characterSetOf, UTF8_TWICE } from '../domain/character-sets.ts';
import { findQuoting } from './quoting.ts';
import { toText } from './source-text.ts';
import type { FileFormat } from './splitter.ts';

/** Attributes of the format that a source itself declares: they count more than those that the client sends. */
export type SourceFormat = {
  readonly [Name in 'character_set' | 'line_breaks' | 'quoting' | 'workbook' | 'sheet_rows']?:
    FileFormat[Name] | undefined;
};

const MARKS = [
  ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['UTF-16LE', Buffer.from([0xff, 0xfe])],
  ['UTF-16BE', Buffer.from([0xfe, 0xff])],
] as const;
const LF = 10;
const CR = 13;
const ENCLOSURES = [...`"'`].map(codeOf);
const SEPARATORS: ReadonlySet<number> = new Set(FIELD_SEPARATORS.map(codeOf));

/** The encoding that a byte order mark names; null without one. */
export function markedCharacterSet(head: Buffer): (typeof MARKS)[number][0] | null {
  return MARKS.find(([, mark]) => mark.equals(head.subarray(0, mark.length)))?.[0] ?? null;
}

/** Reads from the beginning of a source what its byte order mark and its line breaks say; empty for a plain one. */
export function sourceFormat(head: Buffer, format: FileFormat): SourceFormat {
  const marked = markedCharacterSet(head);
  const sent = characterSetOf(format.character_set);
  const isOther = marked !== null && characterSetOf(marked) !== (sent === UTF8_TWICE ? 'utf-8' : sent);
  const character_set = isOther ? marked : format.character_set;
  const text = toText(head, { ...format, character_set }, { isWhole: false });
  const found = format.workbook === true ? null : findQuoting(text.toString(), format);
  return {
    ...(isOther && { character_set }),
    ...(endsLinesWithCr(text) && { line_breaks: 'cr' }),
    ...(found !== null && { quoting: found.quoting }),
  };
}

/** Whether CR alone ends lines: the text has a CR, and an LF at most within cells, as spreadsheets of old Macs write them. */
function endsLinesWithCr(text: Buffer): boolean {
  if (!text.includes(CR)) return false;
  return !text.includes(LF) || ENCLOSURES.some((enclosure) => hasLfWithinCellsAlone(text, enclosure));
}

/** Whether each LF is within a cell that the enclosure opens and closes, and a CR ends a line. */
function hasLfWithinCellsAlone(text: Buffer, enclosure: number): boolean {
  let isEnclosed = false;
  let endsLine = false;
  let before = CR;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (isEnclosed) {
      if (byte === enclosure && text[at + 1] === enclosure) at += 1;
      else if (byte === enclosure) isEnclosed = false;
    } else if (byte === LF) return false;
    else if (byte === enclosure && (before === CR || SEPARATORS.has(before))) isEnclosed = true;
    else if (byte === CR) endsLine = true;
    before = byte;
  }
  return endsLine;
}

function codeOf(character: string): number {
  return character.charCodeAt(0);
}
