import { constants } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { GrowingFile } from './file-store.ts';
import { FileMissing } from './errors.ts';
import { makeFolders } from './make-folders.ts';

/**
 * Goes on with a file of a folder at an offset, and drops what is behind it; creates it at offset 0. `finished` is the name it
 * has once it is whole: a file that got it without that being noted goes on under the first one.
 * @throws FileMissing when fewer bytes than the offset are there
 */
export async function openGrowingFile(path: string, finished: string, offset: number): Promise<GrowingFile> {
  await makeFolders(dirname(path));
  const file = await openAt(path, finished, offset);
  try {
    if ((await file.stat()).size < offset) throw new FileMissing('of the upload');
    await file.truncate(offset);
  } catch (error) {
    await file.close();
    throw error;
  }
  let position = offset;
  return {
    write: async (bytes) => {
      for (let from = 0; from < bytes.byteLength;) {
        const { bytesWritten } = await file.write(bytes, from, bytes.byteLength - from, position);
        from += bytesWritten;
        position += bytesWritten;
      }
    },
    sync: async () => {
      const durable = position;
      await file.datasync();
      return durable;
    },
    close: () => file.close(),
  };
}

async function openAt(path: string, finished: string, offset: number): Promise<FileHandle> {
  if (offset === 0) return open(path, constants.O_RDWR | constants.O_CREAT);
  try {
    return await open(path, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rename(finished, path);
    return open(path, 'r+');
  }
}
