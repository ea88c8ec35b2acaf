import type { FailedLine } from './failed-log.ts';
import type { FailedRowOutcome } from './row-plan.ts';

/** The encoded rows of a part of a range. */
export interface EncodedSlice {
  /** Valid rows as lines of COPY's text format, grouped by chunk. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** Invalid rows as lines of the failed log. */
  readonly failures: readonly FailedLine[];
  /** Cells that were left blank as lines of the partial log. */
  readonly blanks: readonly FailedLine[];
  /** Keys that could be read out of rows that are not staged. */
  readonly presentKeys: readonly string[];
  /** Number of rows that may be of a person whose key could not be read. */
  readonly unreadRows: number;
}

/** Collects the rows of a slice. */
export interface Slice {
  /** Its approximate size in bytes. */
  readonly bytes: () => number;
  readonly add: (chunk: number, line: string) => void;
  readonly fail: (lines: readonly FailedLine[]) => void;
  readonly leaveBlank: (lines: readonly FailedLine[]) => void;
  /** Adds the keys of a row that is not staged. */
  readonly note: (row: Pick<FailedRowOutcome, 'keys' | 'isUnread'>) => void;
  /** Returns the collected rows and starts a new slice. */
  readonly encode: () => EncodedSlice;
}

/** A character of JavaScript takes at most this many bytes of UTF-8. */
const MOST_BYTES = 3;

/**
 * Collects rows and groups them by chunk: COPY into a partitioned table is fast when consecutive rows go to the same
 * partition. Lines are encoded to bytes immediately: strings that live until the slice is full would cost the garbage
 * collector more time than the parser takes.
 */
export function createSlice(partitions: number, expectedBytes: number): Slice {
  let gathered: Buffer = Buffer.allocUnsafeSlow(expectedBytes);
  let end = 0;
  let chunks: number[] = [];
  let ends: number[] = [];
  let failures: FailedLine[] = [];
  let blanks: FailedLine[] = [];
  let presentKeys: string[] = [];
  let unreadRows = 0;
  let failedBytes = 0;
  const addTo = (gatheredLines: FailedLine[], lines: readonly FailedLine[]) => {
    for (const line of lines) {
      gatheredLines.push(line);
      failedBytes += line.line.length;
    }
  };

  return {
    bytes: () => end + failedBytes,
    add: (chunk, line) => {
      const needed = end + line.length * MOST_BYTES;
      if (needed > gathered.length) gathered = enlarge(gathered, needed);
      end += gathered.write(line, end);
      chunks.push(chunk);
      ends.push(end);
    },
    fail: (lines) => addTo(failures, lines),
    leaveBlank: (lines) => addTo(blanks, lines),
    note: ({ keys, isUnread }) => {
      for (const key of keys) {
        presentKeys.push(key);
        failedBytes += key.length;
      }
      if (isUnread) unreadRows += 1;
    },
    encode: () => {
      const slice = { text: byChunk(gathered, chunks, ends, partitions), failures, blanks, presentKeys, unreadRows };
      [end, failedBytes, unreadRows] = [0, 0, 0];
      [chunks, ends, failures, blanks, presentKeys] = [[], [], [], [], []];
      return slice;
    },
  };
}

function enlarge(buffer: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * needed);
  buffer.copy(larger);
  return larger;
}

/** Returns the lines grouped by chunk (a stable counting sort). */
function byChunk(lines: Buffer, chunks: readonly number[], ends: readonly number[], partitions: number) {
  const places = new Array<number>(partitions + 1).fill(0);
  let start = 0;
  ends.forEach((end, index) => {
    const next = (chunks[index] ?? 0) + 1;
    places[next] = (places[next] ?? 0) + end - start;
    start = end;
  });
  for (let chunk = 1; chunk < partitions; chunk++) places[chunk] = (places[chunk] ?? 0) + (places[chunk - 1] ?? 0);

  const text = new Uint8Array(ends.at(-1) ?? 0);
  start = 0;
  ends.forEach((end, index) => {
    const chunk = chunks[index] ?? 0;
    const place = places[chunk] ?? 0;
    lines.copy(text, place, start, end);
    places[chunk] = place + end - start;
    start = end;
  });
  return text;
}
