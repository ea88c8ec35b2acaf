import type { RecordBounds } from './splitter.ts';

/** A uniform sample of the records of a source of unknown length. */
export interface RecordSample {
  /** Must be called once for each record; keeps some of them. */
  readonly add: (buffer: Buffer, record: Readonly<RecordBounds>) => void;
  /** The sampled records, one per line. */
  readonly lines: () => Buffer;
}

/** Bytes. Longer records are skipped, which bounds the memory of the sample. */
const MAX_BYTES = 512;
/** After LF alone, a CR at the end of a record would be read as part of the line break. */
const LINE_BREAK = '\r\n';
/** One character per byte, whatever the encoding of the source. */
const BYTES = 'latin1';

/**
 * Samples `maxRecords` well-formed records by reservoir sampling. It is random because files have patterns: every 256th
 * record of one file covered only a quarter of its first names.
 */
export function createRecordSample(maxRecords: number): RecordSample {
  // As strings, since small buffers share the larger ones that they are cut from, and keep them.
  const kept: string[] = [];
  let seen = 0;
  return {
    add: (buffer, { start, end, problem }) => {
      if (problem !== null || end - start > MAX_BYTES) return;
      seen += 1;
      const place = kept.length < maxRecords ? kept.length : Math.floor(Math.random() * seen);
      if (place < maxRecords) kept[place] = buffer.toString(BYTES, start, end);
    },
    lines: () => Buffer.from(kept.map((line) => line + LINE_BREAK).join(''), BYTES),
  };
}
