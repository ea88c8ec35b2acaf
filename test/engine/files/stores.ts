import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import { openBucket } from '../../../engine/files/s3-bucket.ts';
import { createS3Store } from '../../../engine/files/s3-store.ts';
import { NO_S3, startS3 } from '../../support/s3.ts';

/** A file store that is empty when a test begins. */
export interface StoreOfTest {
  readonly store: FileStore;
  /** Names of all that takes room: files, and parts of unfinished ones. */
  stored(): Promise<string[]>;
}

interface Place extends StoreOfTest {
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** Defines the same tests for each kind of file store. */
export function inEachStore(define: (files: StoreOfTest) => void): void {
  describe.each([
    ['a folder', openFolder],
    ['S3', openS3],
  ])('in %s', (_kind, open) => {
    let place: Place | null = null;
    const opened = (): Place => {
      if (place === null) throw new Error('The test has no file store.');
      return place;
    };
    beforeAll(async () => {
      place = await open();
    });
    beforeEach((context) => {
      if (place === null) context.skip(NO_S3);
    });
    afterEach(() => place?.clear());
    afterAll(() => place?.close());
    define({
      get store() {
        return opened().store;
      },
      stored: () => opened().stored(),
    });
  });
}

async function openFolder(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  const root = join(dir, 'files');
  return {
    store: createFolderStore(root),
    stored: () => filesBelow(root),
    clear: () => rm(root, { recursive: true, force: true }),
    close: () => rm(dir, { recursive: true }),
  };
}

async function openS3(): Promise<Place | null> {
  const s3 = await startS3();
  if (s3 === null) return null;
  const bucket = openBucket(s3.bucket);
  const stored = async () => {
    const names: string[] = [];
    for await (const { name } of bucket.list('')) names.push(name);
    for await (const { name } of bucket.listUnfinished('')) names.push(name);
    return names.map((name) => name.replace(/^files\//, ''));
  };
  return {
    store: createS3Store(bucket),
    stored,
    clear: async () => {
      for await (const { name } of bucket.list('')) await bucket.remove(name);
      for await (const { name } of bucket.listUnfinished('')) await bucket.removeUnfinished(name);
    },
    close: async () => {
      bucket.close();
      await s3.stop();
    },
  };
}

/** Names of the files below a folder, from the folder on. */
export async function filesBelow(root: string): Promise<string[]> {
  const files: string[] = [];
  for (const name of await readdir(root, { recursive: true }).catch(() => [])) {
    if ((await stat(join(root, name))).isFile()) files.push(name);
  }
  return files;
}

/** The keys of a store that begin with a prefix, sorted. */
export async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const key of store.list(prefix)) found.push(key);
  return found.sort();
}

/** A source of some parts. */
export async function* chunks(...parts: (string | Buffer)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part));
}
