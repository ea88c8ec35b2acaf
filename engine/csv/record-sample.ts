import type { RecordBounds } from './splitter.ts';

/** Whole records from all over a source whose length is not known yet. */
export interface RecordSample {
  /** Sees each record once, and keeps some. */
  readonly see: (buffer: Buffer, record: Readonly<RecordBounds>) => void;
  /** Those kept, one a line. */
  readonly lines: () => Buffer;
}

/** Longer ones are passed over, so that a sample's memory is known. */
const MAX_BYTES = 512;
/** With one of LF, the last byte of a record that ends with CR would be taken for a part of it. */
const LINE_BREAK = '\r\n';
/** Of this encoding a character is a byte, whatever the source's own is. */
const BYTES = 'latin1';

/**
 * Keeps `most` of the well-formed records, each as likely as any other. It is left to chance because files have patterns of
 * their own: of every 256th record, one file had a quarter of its first names.
 */
export function createRecordSample(most: number): RecordSample {
  // As strings, since small buffers share the larger ones that they are cut from, and keep them.
  const kept: string[] = [];
  let seen = 0;
  return {
    see: (buffer, { start, end, problem }) => {
      if (problem !== null || end - start > MAX_BYTES) return;
      seen += 1;
      const place = kept.length < most ? kept.length : Math.floor(Math.random() * seen);
      if (place < most) kept[place] = buffer.toString(BYTES, start, end);
    },
    lines: () => Buffer.from(kept.map((line) => line + LINE_BREAK).join(''), BYTES),
  };
}
