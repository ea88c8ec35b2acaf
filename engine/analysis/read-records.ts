import { createRecordParser } from '../csv/record-parser.ts';
import type { RawRow } from '../csv/record-parser.ts';
import type { FileFormat, RecordBounds } from '../csv/splitter.ts';
import { createRecordSplitter } from '../csv/splitter.ts';
import type { SourceHead } from './source-head.ts';

/** A record and where it ends in the source. */
export interface ReadRecord extends RawRow {
  readonly endsAt: number;
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const BATCH = 100;

/**
 * Reads the records at the beginning of a source, the header among them, with the splitter and the parser of the import.
 * A record that the end of the head cuts is left out. The batches are small, so that the caller can stop between two.
 */
export function* readRecords({ bytes, isWhole }: SourceHead, format: FileFormat): Generator<readonly ReadRecord[]> {
  const splitter = createRecordSplitter(format);
  const parse = createRecordParser(format);
  splitter.feed(bytes, isWhole, hasByteOrderMark(bytes) ? BYTE_ORDER_MARK.length : 0);
  let number = 1;
  for (;;) {
    const records: RecordBounds[] = [];
    while (records.length < BATCH && splitter.next()) records.push({ ...splitter.record });
    if (records.length === 0) return;
    yield parse(bytes, records, number).map((row, at) => ({ ...row, endsAt: records[at]?.next ?? 0 }));
    number += records.length;
  }
}

/** Whether a source begins with the byte order mark of UTF-8. */
export function hasByteOrderMark(bytes: Buffer): boolean {
  return BYTE_ORDER_MARK.equals(bytes.subarray(0, BYTE_ORDER_MARK.length));
}
