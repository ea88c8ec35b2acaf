import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderStore } from '../../../engine/files/folder-store.ts';
import { makeFolders } from '../../../engine/files/make-folders.ts';
import { FILES_DOWN } from '../../../engine/jobs/transient-fault.ts';
import { mountSmallDisk, NO_SMALL_DISK } from '../../support/small-disk.ts';
import type { SmallDisk } from '../../support/small-disk.ts';

describe('a folder of files that is read-only', () => {
  let dir: string;
  let disk: SmallDisk | null;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-read-only-'));
    disk = await mountSmallDisk(join(dir, 'disk'), 1);
  });
  afterAll(async () => {
    disk?.remove();
    await rm(dir, { recursive: true, force: true });
  });

  const open = async () => {
    if (disk === null) return null;
    await disk.makeWritable();
    await mkdir(join(disk.dir, 'imports'), { recursive: true });
    await disk.makeReadOnly();
    return { store: createFolderStore(disk.dir), folder: disk.dir };
  };

  it.for(['imports/1/source', 'uploads/1/file'])('is named as the cause when %s is written', async (key, context) => {
    const opened = await open();
    if (opened === null) return context.skip(NO_SMALL_DISK);
    const { store } = opened;
    await expect(store.write(key, Readable.from([Buffer.from('x')]))).rejects.toMatchObject({
      code: 'EROFS',
      message: expect.stringMatching(FILES_DOWN),
    });
    await expect(store.grow(key, 0)).rejects.toMatchObject({ code: 'EROFS' });
  });

  it('takes no folder, also below one that is not there', async (context) => {
    const opened = await open();
    if (opened === null) return context.skip(NO_SMALL_DISK);
    await expect(makeFolders(join(opened.folder, 'a', 'b', 'c'))).rejects.toMatchObject({ code: 'EROFS' });
    await makeFolders(join(opened.folder, 'imports'));
  });

  it('creates folders that are missing when it can be written', async () => {
    const path = join(dir, 'a', 'b');
    await makeFolders(path);
    await makeFolders(path);
    expect((await stat(path)).isDirectory()).toBe(true);
  });
});
