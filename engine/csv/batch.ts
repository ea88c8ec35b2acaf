/** Some rows of a range. */
export interface EncodedBatch {
  /** The valid ones as lines of COPY's text format, chunk by chunk. */
  readonly text: Uint8Array<ArrayBuffer>;
  /** The others as lines of the failed log. */
  readonly failures: readonly string[];
  /** Keys of rows that are not staged although their key could be read. */
  readonly presentKeys: readonly string[];
}

/** A batch in the making. */
export interface Batch {
  /** About how large it is by now. */
  readonly bytes: () => number;
  readonly add: (chunk: number, line: string) => void;
  readonly fail: (line: string, key: string | null) => void;
  /** Adds the key of a row that is not staged, if it has one. */
  readonly note: (key: string | null) => void;
  /** Hands over what there is, and begins a new batch. */
  readonly encode: () => EncodedBatch;
}

/** A character of JavaScript takes at most this many bytes of UTF-8. */
const MOST_BYTES = 3;

/**
 * Gathers rows and deals them out chunk by chunk: COPY into a partitioned table is fast where neighbours go to the same
 * partition. Lines become bytes at once, since a million strings that live until the batch is full keep the garbage
 * collector busier than the parser.
 */
export function createBatch(partitions: number, expectedBytes: number): Batch {
  let gathered: Buffer = Buffer.allocUnsafeSlow(expectedBytes);
  let end = 0;
  let chunks: number[] = [];
  let ends: number[] = [];
  let failures: string[] = [];
  let presentKeys: string[] = [];
  let failedBytes = 0;

  const note = (key: string | null) => {
    if (key === null) return;
    presentKeys.push(key);
    failedBytes += key.length;
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
    fail: (line, key) => {
      failures.push(line);
      failedBytes += line.length;
      note(key);
    },
    note,
    encode: () => {
      const batch = { text: byChunk(gathered, chunks, ends, partitions), failures, presentKeys };
      [end, failedBytes] = [0, 0];
      [chunks, ends, failures, presentKeys] = [[], [], [], []];
      return batch;
    },
  };
}

function enlarge(buffer: Buffer, needed: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(2 * needed);
  buffer.copy(larger);
  return larger;
}

/** The lines in the order of their chunks; those of one chunk stay in theirs. */
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
