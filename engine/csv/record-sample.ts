import type { RecordBounds } from './splitter.ts';

/** Whole records from all over a source whose length nobody knows yet. */
export interface RecordSample {
  /** Sees each record once, and keeps some. */
  readonly see: (buffer: Buffer, record: Readonly<RecordBounds>) => void;
  /** Those kept, one a line. */
  readonly lines: () => Buffer;
}

/** Longer ones are passed over, so that a sample's memory is known. */
const MAX_BYTES = 512;
/** With one of LF, the last byte of a record that ends with CR would be taken for a part of it. */
const LINE_BREAK = Buffer.from('\r\n');

/**
 * Keeps `most` of the well-formed records, each as likely as any other. It is left to chance because files have patterns of
 * their own: of every 256th record, one file had a quarter of its first names.
 */
export function createRecordSample(most: number): RecordSample {
  const kept: Buffer[] = [];
  let seen = 0;
  return {
    see: (buffer, { start, end, problem }) => {
      if (problem !== null || end - start > MAX_BYTES) return;
      seen += 1;
      const place = kept.length < most ? kept.length : Math.floor(Math.random() * seen);
      if (place < most) kept[place] = Buffer.from(buffer.subarray(start, end));
    },
    lines: () => Buffer.concat(kept.flatMap((line) => [line, LINE_BREAK])),
  };
}
