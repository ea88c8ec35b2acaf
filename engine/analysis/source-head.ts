import type { WorkbookFacts } from '../domain/workbooks.ts';
import { BOUNDS } from '../domain/bounds.ts';

/** The beginning of a CSV source. */
export interface SourceHead {
  readonly bytes: Buffer;
  /** Whether the source has no more bytes. */
  readonly isWhole: boolean;
  /** Bytes of the whole source; null when its server did not say. */
  readonly totalBytes: number | null;
  /** Of the sheet of a workbook, which was written as CSV. */
  readonly workbook?: WorkbookFacts | undefined;
  /** The name of a text in an archive. */
  readonly entry?: string | undefined;
  /** Whether it was sent as text, in UTF-8 whatever it is called. */
  readonly isText?: boolean;
}

/** Reads the beginning of a stream, at most `maxBytes`, and ends the stream. */
export async function readSourceHead(
  stream: AsyncIterable<Uint8Array>,
  totalBytes: number | null,
  maxBytes: number = BOUNDS.analyzedBytes.max,
): Promise<SourceHead> {
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of stream) {
    blocks.push(block);
    bytes += block.length;
    if (bytes > maxBytes) break;
  }
  const isWhole = bytes <= maxBytes;
  return {
    bytes: Buffer.concat(blocks, bytes).subarray(0, maxBytes),
    isWhole,
    totalBytes: isWhole ? bytes : totalBytes,
  };
}
