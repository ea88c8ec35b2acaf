import type { Readable } from 'node:stream';
import { BOUNDS } from '../../../engine/domain/bounds.ts';
import { hasSmallChunks, SMALL_CHUNKS } from '../../../engine/platform/small-chunks.ts';
import { BodyTooLarge, UnreadableBody } from '../errors.ts';
import { createJsonScan } from './json-scan.ts';
import { createLongText } from './long-text.ts';
import type { LongText } from './long-text.ts';
import type { Claim } from './share.ts';

/** Maximum size of a body in bytes, and the claims that its bytes are counted in. */
export interface BodyLimits {
  readonly most: number;
  /** Bytes announced by the client; null when the body comes in chunks. */
  readonly announced: number | null;
  /** Folder in which a long text waits; null on a path that takes none. */
  readonly folder: string | null;
  readonly inMemory: Claim;
  readonly inFiles: Claim;
}

/** A body that has arrived, with the text that was taken out of it. */
export interface Body {
  readonly text: string;
  readonly long: { readonly placeholder: string; readonly text: LongText } | null;
}

/**
 * Reads a body as it arrives, in constant memory but for what is kept of it.
 * @throws BodyTooLarge, TooMuchAtOnce; UnreadableBody when it is too complex or the client has gone
 */
export async function readBody(stream: Readable, limits: BodyLimits): Promise<Body> {
  const { most, announced, folder, inMemory, inFiles } = limits;
  if (announced !== null && announced > most) throw new BodyTooLarge(most);
  const mostKept = Math.min(most, BOUNDS.smallBody.max);
  if (announced !== null) (announced > mostKept ? inFiles : inMemory).raise(announced);

  let long: LongText | null = null;
  const take = async (bytes: Uint8Array) => {
    long ??= await createLongText(folder ?? '');
    inFiles.raise(long.bytes + bytes.length);
    await long.add(bytes);
  };
  const scan = createJsonScan(folder === null ? null : take);
  try {
    let received = 0;
    for await (const buffer of buffersOf(stream)) {
      received += buffer.length;
      if (received > most) throw new BodyTooLarge(most);
      await scan.push(buffer);
      if (scan.keptBytes > mostKept) throw new BodyTooLarge(mostKept);
      inMemory.raise(scan.keptBytes);
    }
    if (hasSmallChunks(stream)) throw new UnreadableBody(SMALL_CHUNKS);
    const { placeholder } = scan;
    return { text: scan.text(), long: placeholder === null || long === null ? null : { placeholder, text: long } };
  } catch (error) {
    await (long as LongText | null)?.close();
    throw error;
  }
}

async function* buffersOf(stream: Readable): AsyncGenerator<Buffer> {
  const buffers = stream.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  for (;;) {
    const next = await buffers.next().catch(() => {
      throw new UnreadableBody('the body did not arrive completely');
    });
    if (next.done === true) return;
    yield next.value;
  }
}
