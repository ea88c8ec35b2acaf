import type { RecordSplitter } from './splitter.ts';

export interface Piece {
  readonly buffer: Buffer;
  /** Offset of the buffer's first byte in the stream. */
  readonly offset: number;
  readonly isFinal: boolean;
}

/**
 * Deals a stream to a splitter in pieces of about `pieceBytes`. The consumer drains the splitter before it asks for the
 * next piece; what the splitter leaves is put in front of what follows. After a record that needs more bytes the
 * next piece is at least twice as large as what is left, so that no byte is looked at more than a few times.
 * @throws the signal's reason once it is aborted.
 */
export async function* dealPieces(
  stream: AsyncIterable<Buffer>,
  splitter: RecordSplitter,
  pieceBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<Piece> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = pieceBytes;
  let offset = 0;

  for await (const chunk of slices(stream, pieceBytes)) {
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
    wanted = Math.max(pieceBytes, 2 * tail.length);
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
