import { BOUNDS } from '../domain/bounds.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';

/** Separator, enclosure, encoding and header of a CSV source. */
export type FileFormat = ImportOptions['file_format'];

/** A quoted field must close within this many bytes; otherwise its opening quote is a stray one. */
export const MAX_QUOTED_BYTES = BOUNDS.quotedField.max;

/** A record, line break included, may take this many bytes; the rest of a longer line is passed over unseen. */
export const MAX_RECORD_BYTES = BOUNDS.importRecord.max;

/** Offsets of the record last found, in the buffer last fed. */
export interface RecordBounds {
  start: number;
  /** End of the record's own bytes, without its line break; of an overlong record, end of the part that is shown. */
  end: number;
  /** Offset of the next line. */
  next: number;
  /** Whether a quote stands anywhere in the record; meaningless when it is malformed. */
  hasEnclosure: boolean;
  /** Reason why the record is malformed; null when it is well-formed. */
  problem: string | null;
  /** A malformed record's whole fields end here; meaningless when `problem` is null. */
  intactEnd: number;
}

/** Cuts a stream of bytes into CSV records, without parsing their fields. */
export interface RecordSplitter {
  readonly record: Readonly<RecordBounds>;
  /** Everything before this offset of the buffer last fed is used up. */
  readonly position: number;
  /** Lines without a value that were passed over so far. */
  readonly emptyLines: number;
  /** Takes the next buffer: the unused tail of the last one, then bytes that follow it. */
  feed(buffer: Buffer, isFinal: boolean, from?: number): void;
  /** Moves `record` to the next one; false when there is none without more bytes. */
  next(): boolean;
}

const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const LESS_THAN = 60;
const GREATER_THAN = 62;
const AT_SIGN = 64;
/** More than an address takes, whose letters have up to four bytes. */
const BRACKETED_BYTES = 1_000;
/** Ctrl-Z. */
const END_OF_FILE = 26;
const QUOTE_PROBLEM =
  'The row has a quoted field that is not closed, or whose closing quote is followed by other text.';
const LENGTH_PROBLEM = `The row is longer than ${MAX_RECORD_BYTES} bytes.`;

/**
 * Creates a splitter. Its result depends only on the bytes from a record's start on, never on the boundaries of the
 * buffers, so that reading a range alone yields the same records as scanning the whole source. A malformed record ends at
 * the first line break after the field that spoils it.
 *
 * The name of a person in quotation marks, and behind it the address in angle brackets, are one field.
 *
 * The work is linear: a look-ahead ends at a quote that is not doubled, the next look-ahead can only begin there.
 */
export function createRecordSplitter(format: FileFormat): RecordSplitter {
  const quote = format.csv_field_enclosure.charCodeAt(0);
  const separator = format.csv_field_separator.charCodeAt(0);
  const record: RecordBounds = { start: 0, end: 0, next: 0, hasEnclosure: false, problem: null, intactEnd: 0 };

  let buffer: Buffer = Buffer.alloc(0);
  let isFinal = false;
  let position = 0;
  let skipping = false;
  let lineBreak = -1;
  let nextQuote = -1;
  let emptyLines = 0;

  function lineBreakFrom(from: number): number {
    if (lineBreak < from) lineBreak = find(buffer, LF, from);
    return lineBreak;
  }

  function quoteFrom(from: number): number {
    if (nextQuote < from) nextQuote = find(buffer, quote, from);
    return nextQuote;
  }

  function take(end: number, next: number, problem: string | null, intactEnd: number): boolean {
    record.start = position;
    record.end = end;
    record.next = next;
    record.problem = problem;
    record.intactEnd = intactEnd;
    position = next;
    return true;
  }

  function takeLine(at: number, problem: string | null, intactEnd: number): boolean {
    const end = at > position && buffer[at - 1] === CR ? at - 1 : at;
    return take(end, at + 1, problem, intactEnd);
  }

  /** The record is broken by the field that begins at or before `from`; false when its line's end is not here yet. */
  function takeMalformed(from: number, limit: number, problem: string, intactEnd: number): boolean {
    lineBreak = -1;
    nextQuote = -1;
    const at = lineBreakFrom(from);
    if (at < limit) return takeLine(at, problem, intactEnd);
    if (at === Infinity && buffer.length <= limit) {
      return isFinal && take(buffer.length, buffer.length, problem, intactEnd);
    }
    skipping = true;
    return take(limit, limit, problem, intactEnd);
  }

  function isBlank(byte: number | undefined): boolean {
    return byte === SPACE || (byte === TAB && separator !== TAB);
  }

  /** Whether nothing but blanks stands between the beginning of a field and the offset. */
  function followsBlanks(at: number, start: number): boolean {
    let before = at - 1;
    while (before >= start && isBlank(buffer[before])) before -= 1;
    return before < at - 1 && (before < start || buffer[before] === separator);
  }

  /** Returns the end of an address in angle brackets; its beginning when it is none, and Infinity when bytes are missing. */
  function afterAddress(open: number): number {
    let hasSign = false;
    for (let at = open + 1; at < open + BRACKETED_BYTES; at += 1) {
      const byte = buffer[at];
      if (byte === undefined) return Infinity;
      if (byte === GREATER_THAN) return hasSign ? at + 1 : open;
      if (byte === LF || byte === LESS_THAN || byte === quote || byte === separator) break;
      hasSign ||= byte === AT_SIGN;
    }
    return open;
  }

  /** Returns the end of the field that is opened at `open`, blanks included; -1: it is broken, Infinity: bytes are missing. */
  function closeOf(open: number, limit: number): number {
    const last = Math.min(open + MAX_QUOTED_BYTES, limit - 1);
    let at = quoteFrom(open + 1);
    while (at <= last && buffer[at + 1] === quote) at = quoteFrom(at + 2);
    if (at > last) return at === Infinity && buffer.length <= last && !isFinal ? Infinity : -1;
    let next = at + 1;
    while (isBlank(buffer[next])) next += 1;
    if (buffer[next] === LESS_THAN) {
      next = afterAddress(next);
      if (next === Infinity) return isFinal ? -1 : Infinity;
      while (isBlank(buffer[next])) next += 1;
    }
    if (next === buffer.length) return isFinal ? next : Infinity;
    const after = buffer[next];
    if (after === separator || after === LF) return next;
    if (after !== CR) return -1;
    if (next + 1 === buffer.length) return isFinal ? -1 : Infinity;
    return buffer[next + 1] === LF ? next : -1;
  }

  function skipLine(): boolean {
    const at = lineBreakFrom(position);
    skipping = at === Infinity;
    position = skipping ? buffer.length : at + 1;
    return !skipping;
  }

  /**
   * Skips empty lines, and those of nothing but separators, blanks, empty enclosures and Ctrl-Z; false when nothing else is left, or more
   * bytes are needed to tell. A CR at the end of the buffer needs the next byte.
   */
  function skipEmptyLines(): boolean {
    // Most lines begin with a value. Without this a scan takes a twelfth longer (measured).
    const first = buffer[position];
    if (first !== undefined && first > SPACE && first !== separator && first !== quote) return true;
    for (;;) {
      const end = endOfBlanks();
      if (end === Infinity) return false;
      const byte = buffer[end];
      if (byte === LF) position = end + 1;
      else if (byte === CR && buffer[end + 1] === LF) position = end + 2;
      else if (byte !== undefined) return true;
      else {
        position = Math.min(end, buffer.length);
        return false;
      }
      emptyLines += 1;
    }
  }

  /** Returns the end of the blank cells that the line begins with; Infinity when more bytes may follow them. */
  function endOfBlanks(): number {
    const limit = position + MAX_RECORD_BYTES;
    let isInCell = false;
    let at = position;
    for (; at < limit; at += 1) {
      const byte = buffer[at];
      if (byte === separator) isInCell = false;
      else if (byte === quote && !isInCell) {
        if (at + 2 >= buffer.length && !isFinal) return Infinity;
        // An empty enclosure; three quotes begin a text.
        if (buffer[at + 1] !== quote || buffer[at + 2] === quote) break;
        isInCell = true;
        at += 1;
      } else if (!isBlank(byte) && byte !== END_OF_FILE) break;
    }
    if (isFinal || at === position || at >= limit) return at;
    return at >= buffer.length || (buffer[at] === CR && at + 1 === buffer.length) ? Infinity : at;
  }

  function next(): boolean {
    if (skipping && !skipLine()) return false;
    if (!skipEmptyLines()) return false;
    const start = position;
    const limit = start + MAX_RECORD_BYTES;
    const firstQuote = quoteFrom(start);
    let plain = start;
    for (;;) {
      const end = lineBreakFrom(plain);
      let after = -1;
      let open = quoteFrom(plain);
      for (; open < end && open < limit; open = quoteFrom(open + 1)) {
        const isFirst = open === start || buffer[open - 1] === separator;
        if (!isFirst && !followsBlanks(open, start)) continue;
        after = closeOf(open, limit);
        if (isFirst || after >= 0) break;
        // Behind blanks, a quote that does not close is text.
        nextQuote = -1;
      }
      if (open >= end || open >= limit) {
        record.hasEnclosure = firstQuote < end;
        if (end < limit) return takeLine(end, null, end);
        if (end !== Infinity || buffer.length > limit) return takeMalformed(plain, limit, LENGTH_PROBLEM, plain);
        return isFinal && take(buffer.length, buffer.length, null, buffer.length);
      }
      if (after === Infinity) return false;
      if (after < 0) return takeMalformed(open + 1, limit, QUOTE_PROBLEM, open);
      plain = after;
    }
  }

  return {
    record,
    next,
    get position() {
      return position;
    },
    get emptyLines() {
      return emptyLines;
    },
    feed(bytes, final, from = 0) {
      buffer = final ? withoutEndMarks(bytes) : bytes;
      isFinal = final;
      position = from;
      lineBreak = -1;
      nextQuote = -1;
    },
  };
}

/** Bytes without the marks that programs of DOS end a file with. */
function withoutEndMarks(bytes: Buffer): Buffer {
  let end = bytes.length;
  if (bytes[end - 1] !== END_OF_FILE) return bytes;
  while (bytes[end - 1] === END_OF_FILE) end -= 1;
  return bytes.subarray(0, end);
}

/** `indexOf`, or Infinity: checks the nearest bytes itself, because a native call costs as much as 60 of them. */
function find(buffer: Buffer, byte: number, from: number): number {
  const near = Math.min(from + 48, buffer.length);
  for (let at = from; at < near; at += 1) if (buffer[at] === byte) return at;
  if (near === buffer.length) return Infinity;
  const at = buffer.indexOf(byte, near);
  return at < 0 ? Infinity : at;
}
