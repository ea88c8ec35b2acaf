import { createRecordParser } from '../csv/record-parser.ts';
import type { RawRow } from '../csv/record-parser.ts';
import { startOfRecords } from '../csv/source-start.ts';
import type { FileFormat, RecordBounds, RecordSplitter } from '../csv/splitter.ts';
import { createRecordSplitter } from '../csv/splitter.ts';
import type { SourceHead } from './source-head.ts';

/** A record and where it ends in the source. */
export interface ReadRecord extends RawRow {
  readonly endsAt: number;
}

/** Records that are parsed at a time. */
const BATCH = 1_000;

/**
 * Reads the first records of a source, the header among them, with the splitter and the parser of the import. A record that
 * the end of the head cuts is left out.
 */
export function readFirstRecords(head: SourceHead, format: FileFormat, count: number): ReadRecord[] {
  const splitter = splitHead(head, format);
  const parse = createRecordParser(format);
  const read: ReadRecord[] = [];
  for (;;) {
    const bounds: RecordBounds[] = [];
    const most = Math.min(BATCH, count - read.length);
    while (bounds.length < most && splitter.next()) bounds.push({ ...splitter.record });
    if (bounds.length === 0) return read;
    const rows = parse(head.bytes, bounds, read.length + 1);
    for (const [at, row] of rows.entries()) read.push({ ...row, endsAt: bounds[at]?.next ?? 0 });
  }
}

/** Counts the records of the head, the header among them, without those that its end cuts; `endsAt` is where the last one ends. */
export function countRecords(
  head: SourceHead,
  format: FileFormat,
): { readonly records: number; readonly endsAt: number } {
  const splitter = splitHead(head, format);
  let records = 0;
  while (splitter.next()) records += 1;
  return { records, endsAt: records === 0 ? 0 : splitter.record.next };
}

function splitHead({ bytes, isWhole }: SourceHead, format: FileFormat): RecordSplitter {
  const splitter = createRecordSplitter(format);
  splitter.feed(bytes, isWhole, startOfRecords(bytes, format));
  return splitter;
}
