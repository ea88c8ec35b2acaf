import { characterSetOf } from '../domain/character-sets.ts';
import { toText } from './source-text.ts';
import type { FileFormat } from './splitter.ts';

/** Attributes of the format that a source itself declares: they count more than those that the client sends. */
export type SourceFormat = {
  readonly [Name in 'character_set' | 'line_breaks' | 'workbook' | 'sheet_rows']?: FileFormat[Name] | undefined;
};

const MARKS = [
  ['UTF-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['UTF-16LE', Buffer.from([0xff, 0xfe])],
  ['UTF-16BE', Buffer.from([0xfe, 0xff])],
] as const;
const LF = 10;
const CR = 13;

/** The encoding that a byte order mark names; null without one. */
export function markedCharacterSet(head: Buffer): (typeof MARKS)[number][0] | null {
  return MARKS.find(([, mark]) => mark.equals(head.subarray(0, mark.length)))?.[0] ?? null;
}

/** Reads from the beginning of a source what its byte order mark and its line breaks say; empty for a plain one. */
export function sourceFormat(head: Buffer, format: FileFormat): SourceFormat {
  const marked = markedCharacterSet(head);
  const isOther = marked !== null && characterSetOf(marked) !== characterSetOf(format.character_set);
  const character_set = isOther ? marked : format.character_set;
  const text = toText(head, { ...format, character_set }, { isWhole: false });
  const hasCrAlone = text.includes(CR) && !text.includes(LF);
  return { ...(isOther && { character_set }), ...(hasCrAlone && { line_breaks: 'cr' }) };
}
