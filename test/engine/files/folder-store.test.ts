import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import { chunks, filesBelow, keysOf } from './stores.ts';

let dir: string;
let store: FileStore;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  store = createFolderStore(dir);
});

afterEach(() => rm(dir, { recursive: true }));

it('shows nothing under a key or in the list before it is complete', async () => {
  const seen: unknown[] = [];
  const watching = (async function* () {
    yield* chunks('half');
    seen.push(await store.size('imports/7/source'), await keysOf(store, ''), (await filesBelow(dir)).length);
    yield* chunks(' and half');
  })();
  await store.write('imports/7/source', watching);
  expect(seen).toEqual([null, [], 1]);
  expect(await keysOf(store, '')).toEqual(['imports/7/source']);
});

it('hides what a crash left of a write, and removes it with its key', async () => {
  let leftover = '';
  const crashing = (async function* () {
    yield* chunks('half');
    [leftover = ''] = await filesBelow(dir);
  })();
  await store.write('imports/7/source', crashing);
  await writeFile(join(dir, leftover), 'half');
  expect(await keysOf(store, '')).toEqual(['imports/7/source']);
  await store.remove('imports/7/source');
  expect(await filesBelow(dir)).toEqual([]);
});

it('removes a folder with its last key', async () => {
  for (const key of ['imports/7/source', 'imports/70/source']) await store.write(key, chunks(key));
  await store.remove('imports/7/source');
  expect(await readdir(join(dir, 'imports'))).toEqual(['70']);
});
