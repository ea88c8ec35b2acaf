import type { RecordSplitter } from './splitter.ts';

/** Bytes of a stream that follow one another. */
export interface Block {
  readonly buffer: Buffer;
  /** Offset of the buffer's first byte in the stream. */
  readonly offset: number;
  readonly isFinal: boolean;
}

/**
 * Feeds a stream to a splitter in blocks of about `blockBytes`. The consumer drains the splitter before it requests the
 * next block; bytes that the splitter has not consumed are prepended to it. After a record that needs more bytes the
 * next block is at least twice as large as the rest, so that each byte is scanned only a few times.
 * @throws the signal's reason once it is aborted.
 */
export async function* readBlocks(
  stream: AsyncIterable<Buffer>,
  splitter: RecordSplitter,
  blockBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<Block> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = blockBytes;
  let offset = 0;

  for await (const chunk of slices(stream, blockBytes)) {
    signal?.throwIfAborted();
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < wanted) continue;
    const buffer = Buffer.concat(held, heldBytes);
    splitter.feed(buffer, false);
    yield { buffer, offset, isFinal: false };
    const tail = buffer.subarray(splitter.position);
    offset += splitter.position;
    held = [tail];
    heldBytes = tail.length;
    wanted = Math.max(blockBytes, 2 * tail.length);
  }
  signal?.throwIfAborted();
  const buffer = Buffer.concat(held, heldBytes);
  splitter.feed(buffer, true);
  yield { buffer, offset, isFinal: true };
}

async function* slices(stream: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<Buffer> {
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length; at += bytes) yield chunk.subarray(at, at + bytes);
  }
}
