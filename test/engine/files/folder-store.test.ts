import fs from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/small-disk.ts';
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
  await mkdir(dirname(join(dir, leftover)));
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

it('has room while a tenth of its disk is free', async (context) => {
  const disk = await mountSmallDisk(join(dir, 'disk'), 1);
  if (disk === null) return context.skip(NO_SMALL_DISK);
  const onDisk = createFolderStore(join(disk.dir, 'files'));
  expect(await onDisk.hasRoom()).toBe(true);
  await onDisk.write('imports/7/source', chunks('x'));
  expect(await onDisk.hasRoom()).toBe(true);
  await disk.fill();
  expect(await onDisk.hasRoom()).toBe(false);
  disk.remove();
});

it('keeps the folder that the keys of all organizations share, and no other one that is empty', async () => {
  const part = await store.grow('uploads/1', 0);
  await part.write(Buffer.from('half'));
  await part.close();
  await store.remove('uploads/1');
  await store.write('exports/7/0/1', chunks('x'));
  await store.remove('exports/7/0/1');
  expect((await readdir(dir, { recursive: true })).sort()).toEqual(['exports', 'uploads']);
});

it('reads no folder with the files of other keys to write, find or remove one', async () => {
  for (const id of ['1', '2']) await store.write(`uploads/${id}`, chunks('x'));
  const read = watchFolders();
  const part = await store.grow('uploads/3', 0);
  await part.write(Buffer.from('whole'));
  await part.close();
  await store.finish('uploads/3');
  await store.link('uploads/3', 'imports/7/source');
  await store.size('uploads/2');
  for (const key of ['uploads/1', 'uploads/3', 'uploads/4', 'imports/7/source']) await store.remove(key);
  expect(read).not.toContain('uploads');
  expect(read.filter((folder) => !folder.endsWith('~'))).toEqual([]);
  expect(await keysOf(store, '')).toEqual(['uploads/2']);
  expect(read).toContain('uploads');
});

/** Notes each folder whose entries are read from now on, as a path below the store's. */
function watchFolders(): readonly string[] {
  const read: string[] = [];
  const { readdir: readAll, opendir } = fs.promises;
  const note = (path: unknown) => void read.push(relative(dir, String(path)));
  Object.assign(fs.promises, {
    readdir: (...parameters: Parameters<typeof readAll>) => (note(parameters[0]), readAll(...parameters)),
    opendir: (...parameters: Parameters<typeof opendir>) => (note(parameters[0]), opendir(...parameters)),
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs.promises, { readdir: readAll, opendir });
    syncBuiltinESMExports();
  });
  return read;
}
