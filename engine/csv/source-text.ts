import { characterSetOf, isUtf8Label } from '../domain/character-sets.ts';
import { createByteDecoder } from './byte-decoder.ts';
import { compilePlainQuotes } from './quoting.ts';
import type { FileFormat } from './splitter.ts';

/** A source as the splitter reads it: in UTF-8, with lines that end with LF, or with CR LF. */
export interface SourceText {
  readonly blocks: AsyncIterable<Buffer>;
  /** The offset in the source of an offset in the text at which a line begins or the text ends. Offsets may only grow. */
  sourceOffset(offset: number): number;
  /** Forgets what is before an offset of the text. */
  forget(offset: number): void;
  /** Whether the text has other bytes than the source. */
  readonly isDecoded: boolean;
}

/** Bytes of a line that are kept until it ends; those of a longer one are decoded block by block. */
const MAX_LINE_BYTES = 1_048_576;
const LF = 10;
const CR = 13;

/** Some lines of a source, and the text that they are. */
interface Lines {
  readonly source: Buffer;
  readonly sourceStart: number;
  readonly text: Buffer;
  readonly textStart: number;
}

/** Reads a source as text, block by block; one in UTF-8 with usual line breaks is its own text, and is not copied. */
export function readSourceText(stream: AsyncIterable<Buffer>, format: FileFormat): SourceText {
  if (isPlainText(format)) {
    return { blocks: stream, sourceOffset: (offset) => offset, forget: () => undefined, isDecoded: false };
  }
  const units = unitsOf(format);
  const kept: Lines[] = [];

  async function* blocks(): AsyncGenerator<Buffer> {
    for await (const lines of decodeLines(stream, format)) {
      kept.push(lines);
      yield lines.text;
    }
  }
  const forget = (offset: number) => {
    while (kept.length > 1 && (kept[1]?.textStart ?? Infinity) <= offset) kept.shift();
  };
  return {
    blocks: blocks(),
    isDecoded: true,
    forget,
    sourceOffset: (offset) => {
      forget(offset);
      const [lines] = kept;
      if (lines === undefined) return 0;
      const { source, sourceStart, text, textStart } = lines;
      if (offset - textStart >= text.length) return sourceStart + source.length;
      let lineBreaks = 0;
      let lineStart = 0;
      for (let at = text.indexOf(LF); at >= 0 && at < offset - textStart; at = text.indexOf(LF, at + 1)) {
        lineBreaks += 1;
        lineStart = at + 1;
      }
      // A line that begins behind a byte order mark.
      const mark = offset - textStart > lineStart ? units.mark : 0;
      return sourceStart + units.afterBreaks(source, lineBreaks) + mark;
    },
  };
}

/** Some bytes of a source that are whole lines, or its beginning, as text in UTF-8. */
export function toText(bytes: Buffer, format: FileFormat, { isWhole = true } = {}): Buffer {
  if (isPlainText(format)) return bytes;
  return toLines(createByteDecoder(format.character_set).decode(bytes, isWhole), format);
}

/** The format of the text of a source. */
export function textFormat(format: FileFormat): FileFormat {
  return { ...format, character_set: 'UTF-8', line_breaks: undefined, quoting: undefined, skip_lines: undefined };
}

/** Whether some bytes of a source end with a line break. */
export function endsLine(bytes: Buffer, format: FileFormat): boolean {
  const last = unitsOf(format).lastOf(bytes);
  return last === LF || last === CR;
}

/** Whether the text of a source is its own bytes. */
export function isPlainText(format: FileFormat): boolean {
  const { line_breaks, quoting, character_set } = format;
  return line_breaks === undefined && quoting === undefined && isUtf8Label(character_set);
}

async function* decodeLines(stream: AsyncIterable<Buffer>, format: FileFormat): AsyncGenerator<Lines> {
  const decoder = createByteDecoder(format.character_set);
  const units = unitsOf(format);
  let held: Buffer = Buffer.alloc(0);
  let sourceStart = 0;
  let textStart = 0;

  const take = (bytes: number, isEnd: boolean): Lines => {
    const source = held.subarray(0, bytes);
    const text = toLines(decoder.decode(source, isEnd), format);
    const lines = { source, sourceStart, text, textStart };
    held = held.subarray(bytes);
    sourceStart += bytes;
    textStart += text.length;
    return lines;
  };
  for await (const block of stream) {
    held = held.length === 0 ? block : Buffer.concat([held, block]);
    const end = units.endOfLines(held, sourceStart);
    if (end > 0) yield take(end, true);
    else if (held.length > MAX_LINE_BYTES) yield take(held.length - (held.length % units.bytes), false);
  }
  yield take(held.length, true);
}

function toLines(text: string, format: FileFormat): Buffer {
  const lines = format.line_breaks === 'cr' ? text.replaceAll('\r', '\n') : text;
  return Buffer.from(compilePlainQuotes(format)?.(lines) ?? lines);
}

/** Code units of an encoding, in which line breaks are found. Only UTF-16 has units other than bytes. */
interface Units {
  readonly bytes: number;
  /** Bytes of a byte order mark. */
  readonly mark: number;
  /** Returns the offset at which the last line of the bytes begins; 0 when they have no line break. */
  endOfLines(bytes: Buffer, sourceStart: number): number;
  /** Returns the offset of the line that follows so many line breaks. */
  afterBreaks(bytes: Buffer, lineBreaks: number): number;
  lastOf(bytes: Buffer): number | undefined;
}

function unitsOf(format: FileFormat): Units {
  const characterSet = characterSetOf(format.character_set);
  const isUtf16 = characterSet === 'utf-16le' || characterSet === 'utf-16be';
  const bytes = isUtf16 ? 2 : 1;
  const high = characterSet === 'utf-16le' ? 1 : 0;
  const low = isUtf16 ? 1 - high : 0;
  const unitAt = (buffer: Buffer, at: number): number | undefined => {
    const unit = buffer[at + low];
    return isUtf16 && buffer[at + high] !== 0 ? undefined : unit;
  };
  const isBreak = (unit: number | undefined) => unit === LF || (format.line_breaks === 'cr' && unit === CR);
  return {
    bytes,
    mark: isUtf16 ? 2 : 3,
    endOfLines: (buffer) => {
      for (let at = buffer.length - (buffer.length % bytes) - bytes; at >= 0; at -= bytes) {
        if (isBreak(unitAt(buffer, at))) return at + bytes;
      }
      return 0;
    },
    afterBreaks: (buffer, lineBreaks) => {
      let at = 0;
      for (let left = lineBreaks; left > 0 && at < buffer.length; at += bytes)
        if (isBreak(unitAt(buffer, at))) left -= 1;
      return at;
    },
    lastOf: (buffer) => unitAt(buffer, buffer.length - bytes),
  };
}
