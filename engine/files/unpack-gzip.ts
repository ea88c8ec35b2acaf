import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BOUNDS } from '../domain/bounds.ts';
import { FileError, FileTooLarge } from './errors.ts';

/** The first bytes of a gzip file; no CSV begins with them. */
const MAGIC = Buffer.from([0x1f, 0x8b]);
/** Bytes of the beginning that are compared. */
export const GZIP_HEAD_BYTES = MAGIC.length;

/** Whether a file that begins with these bytes is compressed with gzip. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= MAGIC.length && MAGIC.every((byte, at) => head[at] === byte);
}

/** The file is no whole gzip file. */
class DamagedGzip extends FileError {
  constructor(options: { cause: unknown }) {
    super('The gzip file is damaged or was cut off.', false, options);
  }
}

/** The file unpacks to far more than its own size, as no CSV does. */
class GzipBomb extends FileError {
  constructor() {
    super(`The gzip file unpacks to more than ${MOST_TIMES} times its size.`, false);
  }
}

const MOST_TIMES = BOUNDS.unpackedTimes.max;
/** Small files may be any number of times larger. */
export const FREE_BYTES = 16 * 1024 * 1024;
const BLOCK_BYTES = 131_072;

/**
 * Unpacks a gzip file while it is read, in constant memory.
 * @throws FileTooLarge beyond `maxBytes`, FileError for a damaged file and one that unpacks to far more than its size, and
 * what the source throws
 */
export async function* unpackGzip(
  source: AsyncIterable<Uint8Array>,
  { maxBytes }: { readonly maxBytes: number },
): AsyncGenerator<Buffer, void, void> {
  let packed = 0;
  let unpacked = 0;
  async function* counted() {
    for await (const block of source) {
      packed += block.byteLength;
      yield block;
    }
  }
  const gunzip = createGunzip({ chunkSize: BLOCK_BYTES });
  // A failure also ends the stream that is read below.
  const feeding = pipeline(counted(), gunzip).catch(() => undefined);
  try {
    for await (const block of gunzip as AsyncIterable<Buffer>) {
      unpacked += block.byteLength;
      if (unpacked > maxBytes) throw new FileTooLarge(maxBytes);
      if (unpacked > FREE_BYTES + packed * MOST_TIMES) throw new GzipBomb();
      yield block;
    }
  } catch (error) {
    throw /^Z_/.test(String((error as NodeJS.ErrnoException).code)) ? new DamagedGzip({ cause: error }) : error;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}
