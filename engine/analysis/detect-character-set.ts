import { isAscii, isUtf8 } from 'node:buffer';
import { detectAll } from 'jschardet';
import { createByteDecoder } from '../csv/byte-decoder.ts';
import { markedCharacterSet } from '../csv/source-format.ts';
import { hasByteOrderMark } from '../csv/source-start.ts';
import { isTwiceThroughout } from '../csv/twice-encoded.ts';
import { characterSetOf, UTF8_TWICE } from '../domain/character-sets.ts';
import type { SourceHead } from './source-head.ts';

/** The encoding of a source, and whether it is a guess. */
export interface DetectedCharacterSet {
  readonly character_set: string;
  readonly isGuessed: boolean;
}

/** A character of UTF-8 takes at most four bytes: the end of the head may cut three of them off. */
const CUT_BYTES = 3;
/** The detector is shown lines with other letters than those of ASCII, so many bytes of them. */
const TELLING_BYTES = 16_384;

/**
 * Detects the encoding of a source: what its byte order mark says; UTF-8 while most lines with other letters than those of ASCII are
 * valid in it, or UTF-8 that was encoded twice where all its letters were; else what the letters make likely.
 */
export function detectCharacterSet(head: SourceHead): DetectedCharacterSet {
  const marked = markedCharacterSet(head.bytes);
  if (head.isText === true || marked === 'UTF-8') return utf8Of(head);
  if (marked !== null) return { character_set: marked, isGuessed: false };
  const wide = utf16Of(head.bytes);
  if (wide !== null) return { character_set: wide, isGuessed: true };
  const isState = isAscii(head.bytes) && head.bytes.includes(ESCAPE);
  if (!isState && (isUtf8Head(head) || isMostlyUtf8(head.bytes))) return utf8Of(head);
  const telling = tellingLines(head.bytes);
  return { character_set: westernCharacterSet(telling, likelyCharacterSet(telling)), isGuessed: true };
}

/** UTF-8, whose letters may all have been encoded twice. */
function utf8Of({ bytes, isWhole }: SourceHead): DetectedCharacterSet {
  const lines = bytes.subarray(
    hasByteOrderMark(bytes) ? MARK_BYTES : 0,
    isWhole ? undefined : bytes.lastIndexOf(LF) + 1,
  );
  const isTwice = !isAscii(lines) && isTwiceThroughout(tellingLines(lines).toString());
  return isTwice ? { character_set: UTF8_TWICE, isGuessed: true } : { character_set: 'UTF-8', isGuessed: false };
}

const MARK_BYTES = 3;
const ESCAPE = Buffer.from('\x1b$');
const ENCODING_BYTES = 1_024;

/** UTF-16 without a mark has a NUL at the same place of most pairs of bytes. */
function utf16Of(bytes: Buffer): 'UTF-16LE' | 'UTF-16BE' | null {
  const pairs = Math.floor(Math.min(bytes.length, ENCODING_BYTES) / 2);
  let [even, odd] = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  if (pairs <= 2) return null;
  if (odd > pairs / 2 && even === 0) return 'UTF-16LE';
  return even > pairs / 2 && odd === 0 ? 'UTF-16BE' : null;
}

function isUtf8Head({ bytes, isWhole }: SourceHead): boolean {
  if (isWhole) return isUtf8(bytes);
  return [0, 1, 2, CUT_BYTES].some((cut) => isUtf8(bytes.subarray(0, bytes.length - cut)));
}

function isMostlyUtf8(bytes: Buffer): boolean {
  let [valid, invalid] = [0, 0];
  for (const line of linesOf(bytes)) {
    if (isAscii(line)) continue;
    if (isUtf8(line)) valid += 1;
    else invalid += 1;
  }
  return valid > invalid;
}

/** Names of the detector for what the Encoding Standard has under another one, or for what differs in letters of no language here. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp932: 'Shift_JIS',
  cp949: 'EUC-KR',
  cp874: 'windows-874',
  cp1258: 'windows-1258',
  cp1125: 'IBM866',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  kz1048: 'windows-1251',
  ptcp154: 'windows-1251',
};
/** Encodings that are usual in one part of the world are taken before others that are about as likely. */
const USUAL = ['windows-1252', 'windows-1254', 'windows-1251'];
const ABOUT_AS_LIKELY = 0.85;

function likelyCharacterSet(bytes: Buffer): string {
  const candidates = detectAll(bytes, { minimumThreshold: 0 }).flatMap(({ encoding, confidence, language }) => {
    const characterSet = encoding === null ? null : characterSetOf(OTHER_NAMES[encoding.toLowerCase()] ?? encoding);
    // Valid UTF-8 was found before; what is left has other bytes.
    if (characterSet === null || characterSet === 'utf-8' || hasUnknownBytes(bytes, characterSet)) return [];
    return [{ characterSet, confidence, language }];
  });
  const [best] = candidates;
  if (best === undefined) return plausible(bytes, 'windows-1252', []);
  const near = candidates.filter(({ confidence }) => confidence >= best.confidence * ABOUT_AS_LIKELY);
  // Icelandic and Turkish differ in six letters, and Turkish is written by 250 times as many people.
  const usual = near.filter(({ language }) => language !== 'is');
  const found = USUAL.map((name) => usual.find(({ characterSet }) => characterSet === name)).find(Boolean);
  const characterSets = candidates.map(({ characterSet }) => characterSet);
  return plausible(bytes, (found ?? best).characterSet, characterSets);
}

/** Encodings that the detector does not know, or takes for others. */
const OVERLOOKED = ['x-mac-cyrillic', 'cp850', 'cp852'];
const MOSTLY_ODD = 0.2;
const HARDLY_ODD = 0.05;

/** The encoding that was found, or another one where that one's letters stand as in no language, and the other's do not. */
function plausible(bytes: Buffer, found: string, candidates: readonly string[]): string {
  const oddShareIn = (characterSet: string) => oddShare(createByteDecoder(characterSet).decode(bytes, true));
  if (oddShareIn(found) < MOSTLY_ODD) return found;
  const others = [...new Set([...candidates, ...OVERLOOKED])].filter((other) => !hasUnknownBytes(bytes, other));
  return others.find((other) => oddShareIn(other) < HARDLY_ODD) ?? found;
}

function hasUnknownBytes(bytes: Buffer, characterSet: string): boolean {
  try {
    return new TextDecoder(characterSet).decode(bytes, { stream: true }).includes('\ufffd');
  } catch {
    return false;
  }
}

/** Lines of a text that have other bytes than ASCII, or escapes. */
function tellingLines(bytes: Buffer): Buffer {
  const telling: Buffer[] = [];
  let length = 0;
  for (const line of linesOf(bytes)) {
    if (length > TELLING_BYTES) break;
    if (isAscii(line) && !line.includes(ESCAPE)) continue;
    const part = line.subarray(0, TELLING_BYTES);
    telling.push(part, LINE_BREAK);
    length += part.length + 1;
  }
  return Buffer.concat(telling);
}

const LINE_BREAK = Buffer.from('\n');
const LF = 10;
const CR = 13;

/** The lines of a text of which only the line breaks are known. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  const lineBreak = bytes.includes(LF) ? LF : CR;
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(lineBreak, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}

/** Signs that stand at the beginning of words where Cyrillic letters of old Macintoshes are read as those of Windows. */
const BEFORE_CYRILLIC = /(?<!\p{L})[‚ѓ„…†‡€‰‹›•™ЂЃЉЊЌЋЏ](?=\p{Script=Cyrillic})/gu;
/** A small letter before a capital, one of them no letter of ASCII; a sign within a word or next to a letter that is none of text. */
const ODD = [
  /\p{Ll}(?=[^\0-\x7f])(?=\p{Lu})|(?<=[^\0-\x7f])(?<=\p{Ll})(?=\p{Lu})/gu,
  /\p{L}[^\p{L}\p{M}\p{N}\p{Z}\0-\x7f’ʼ·‐-―](?=\p{L})|[\x80-\x9f]/gu,
  BEFORE_CYRILLIC,
];
const OTHER_THAN_ASCII = /[^\0-\x7f]/g;

/** The share of the letters beyond ASCII that stand as in no language: much of it says that a text is read in the wrong encoding. */
function oddShare(text: string): number {
  const all = countOf(text, OTHER_THAN_ASCII);
  return all === 0 ? 0 : ODD.reduce((sum, pattern) => sum + countOf(text, pattern), 0) / all;
}

/**
 * Distinguishes the encodings of Western Europe that differ in a few letters alone. Returns the one that the letters of a text in one
 * of them say.
 */
function westernCharacterSet(bytes: Buffer, found: string): string {
  if (found !== 'windows-1252' && found !== 'windows-1254' && found !== 'iso-8859-15') return found;
  const text = bytes.toString('latin1');
  if (OF_WINDOWS.test(text)) return found;
  const letters = countOf(text, LETTERS);
  if (letters > 0 && 2 * letters > countOf(text, EITHER)) return 'iso-8859-15';
  return found === 'windows-1254' && TURKISH.test(text) ? found : 'windows-1252';
}

/** Bytes that have letters and quotation marks in the encodings of Windows alone. */
const OF_WINDOWS = /[\x80-\x9f]/;
/** Bytes of letters that Turkish has in place of those of Iceland. */
const TURKISH = /[\xd0\xdd\xde\xf0\xfd\xfe]/;
/** Bytes of the euro sign and seven letters in ISO-8859-15, and of ¤ ¦ ¨ ´ ¸ ¼ ½ ¾ in the others. */
const EITHER = /[\xa4\xa6\xa8\xb4\xb8\xbc-\xbe]/g;

const [LETTER, SMALL, CAPITAL] = ['A-Za-zÀ-ÖØ-öø-ÿ', 'a-zß-öø-ÿ', 'A-ZÀ-ÖØ-Þ'];
/**
 * Matches those bytes where only the letters and the euro sign make sense: no text has the sign of no currency, a fraction stands behind blanks
 * and digits, and an accent of its own before consonants (`´t Hart`) or within words (`O´Brien`).
 */
const LETTERS = new RegExp(
  [
    String.raw`\xa4`,
    String.raw`(?<![${LETTER}])\xa6(?=[${SMALL}])|(?<=[${CAPITAL}])\xa6(?=[${CAPITAL}])`,
    String.raw`(?<=[${LETTER}])\xa8|\xa8(?=[${LETTER}])`,
    String.raw`(?<![${LETTER}])\xb4(?=[aeiouyäåöõü])`,
    String.raw`(?<=[abd-rt-zÀ-ÖØ-öø-ÿ])\xb8|\xb8(?=[${LETTER}])`,
    String.raw`(?<![${LETTER}\d])\xbc(?=[a-z]{2})|(?<=[${CAPITAL}])\xbc(?=[${CAPITAL}])`,
    String.raw`(?<=[${LETTER}])\xbd(?=[${LETTER}])|(?<![${LETTER}\d])\xbd(?=u|il)`,
    String.raw`(?<=[${CAPITAL}])\xbe`,
  ].join('|'),
  'g',
);

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
