import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FileMissing } from '../../../engine/files/errors.ts';
import type { FileStore } from '../../../engine/files/file-store.ts';
import { createFolderStore } from '../../../engine/files/folder-store.ts';

let dir: string;
let store: FileStore;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'sluice-files-'));
  store = createFolderStore(join(dir, 'files'));
});

afterEach(() => rm(dir, { recursive: true }));

describe('a file that arrives in parts', () => {
  const part = async (offset: number, text: string) => {
    const file = await store.grow('uploads/1', offset);
    await file.write(Buffer.from(text));
    const durable = await file.sync();
    await file.close();
    return durable;
  };

  it('is under its key when it is finished, and not before', async () => {
    expect(await part(0, 'email\n')).toBe(6);
    expect(await part(6, 'ann@')).toBe(10);
    expect(await store.size('uploads/1')).toBeNull();
    for await (const key of store.list('uploads/')) expect(key).toBeNull();
    await store.finish('uploads/1');
    expect(await text(store.read('uploads/1'))).toBe('email\nann@');
  });

  it('drops what is behind the offset at which it goes on', async () => {
    await part(0, 'email\nann@example.com and more');
    expect(await part(6, 'bob')).toBe(9);
    await store.finish('uploads/1');
    expect(await text(store.read('uploads/1'))).toBe('email\nbob');
  });

  it('goes on when it was finished and that was not recorded, and not where bytes are missing', async () => {
    await part(0, 'abcdef');
    await store.finish('uploads/1');
    expect(await part(4, 'EF')).toBe(6);
    await store.finish('uploads/1');
    expect(await text(store.read('uploads/1'))).toBe('abcdEF');
    await part(0, 'abc');
    await expect(store.grow('uploads/1', 4)).rejects.toBeInstanceOf(FileMissing);
  });

  it('is removed with what has arrived of it', async () => {
    await part(0, 'abc');
    await store.remove('uploads/1');
    expect(await readdir(join(dir, 'files')).catch(() => [])).toEqual([]);
  });
});
