import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { FileMissing, FileTooLarge } from './errors.ts';
import { keyNames, type ByteRange, type FileStore } from './file-store.ts';
import type { Bucket } from './s3-bucket.ts';
import {
  growingPart,
  GROWING,
  openGrowingObject,
  readParts,
  removeParts,
  requireNoGap,
  withoutCovered,
} from './s3-growing-file.ts';
import { untilAborted } from './until-aborted.ts';

/** Failed attempts in a row, without a byte arriving in between, after which an interrupted read fails. */
const READ_TRIES = 5;
const READ_WAIT_MS = 250;
const STORED = 'files/';

/** Keeps files in a bucket, so that processes need no folder in common. */
export function createS3Store(bucket: Bucket): FileStore {
  const nameOf = (key: string) => `${STORED}${keyNames(key).join('/')}`;

  return {
    write: async (key, source, { maxBytes = Infinity, signal } = {}) => {
      const name = nameOf(key);
      const abort = new AbortController();
      let bytes = 0;
      async function* counted() {
        for await (const chunk of untilAborted(source, signal)) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
          yield chunk;
        }
        signal?.throwIfAborted();
      }
      const stop = () => abort.abort();
      signal?.addEventListener('abort', stop, { once: true });
      try {
        signal?.throwIfAborted();
        await bucket.putStream(name, Readable.from(counted(), { objectMode: false }), abort);
        return { bytes };
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', stop);
      }
    },

    grow: async (key, offset) =>
      openGrowingObject(bucket, { key: keyNames(key).join('/'), stored: nameOf(key) }, offset),

    finish: async (key) => {
      const found = await readParts(bucket, keyNames(key).join('/'));
      const parts = withoutCovered(found);
      requireNoGap(parts);
      await bucket.compose(
        nameOf(key),
        parts.map(({ name, start, end }) => ({ name, start: 0, end: end - start })),
      );
      await removeParts(bucket, found);
    },

    read: (key, range, signal) =>
      untilAborted(readObject(bucket, { name: nameOf(key), shown: key }, range, signal), signal),

    reach: () => bucket.reach(STORED),

    size: async (key) => bucket.size(nameOf(key)),

    link: async (key, other) => {
      const name = nameOf(key);
      const bytes = await bucket.size(name);
      if (bytes !== null) await bucket.compose(nameOf(other), [{ name, start: 0, end: bytes }]);
      return bytes;
    },

    list: async function* (prefix) {
      requirePrefix(prefix);
      for await (const { name } of bucket.list(`${STORED}${prefix}`)) yield name.slice(STORED.length);
    },

    listUnfinished: async function* (prefix) {
      requirePrefix(prefix);
      for await (const { name } of bucket.listUnfinished(`${STORED}${prefix}`)) yield name.slice(STORED.length);
      for await (const { name } of bucket.list(`${GROWING}${prefix}`)) yield growingPart(name, 0).key;
    },

    hasRoom: () => Promise.resolve(true),

    remove: async (key) => {
      const name = nameOf(key);
      await bucket.remove(name);
      await bucket.removeUnfinished(name);
      await removeParts(bucket, await readParts(bucket, keyNames(key).join('/')));
    },
  };
}

function requirePrefix(prefix: string): void {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  if (folder !== '') keyNames(folder.slice(0, -1));
}

/** An object, and how errors name it. */
export interface ShownObject {
  readonly name: string;
  readonly shown: string;
}

/** Yields an object or a range of it in blocks. An interrupted read continues where it was. @throws FileMissing */
export async function* readObject(
  bucket: Bucket,
  { name, shown }: ShownObject,
  { start, end }: ByteRange = { start: 0, end: Infinity },
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, void> {
  let position = start;
  let version: string | undefined;
  let lastByteAt = performance.now();
  for (let failures = 0; position < end;) {
    try {
      const found = await bucket.get(name, { start: position, end }, { version, signal });
      if (found === null) throw new FileMissing(shown);
      ({ version } = found);
      for await (const block of found.body) {
        failures = 0;
        position += block.byteLength;
        yield block;
        // Without the time that the reader has taken.
        lastByteAt = performance.now();
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      failures += 1;
      const isTooLate = performance.now() - lastByteAt >= bucket.readMs;
      if (error instanceof FileMissing || failures === READ_TRIES || isTooLate) throw error;
      await delay(READ_WAIT_MS * 2 ** failures, undefined, { ...(signal && { signal }) });
    }
  }
}
