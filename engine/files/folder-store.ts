import { randomUUID } from 'node:crypto';
import { copyFile, link, lstat, open, rename, rmdir, stat, statfs, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileMissing, FileTooLarge } from './errors.ts';
import { filesBelow } from './files-below.ts';
import { openGrowingFile } from './growing-file.ts';
import { keyNames, type ByteRange, type FileStore, type WriteOptions } from './file-store.ts';
import { makeFolders } from './make-folders.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Ends the name of the folder next to a key's file that holds what is being written under the key, or was when a writer was killed.
 * It cannot occur in a key. What belongs to a key is found by its name, however many keys the store has.
 */
const PARTIAL_MARK = '~';
const READ_BYTES = 262_144;
const CREATE_TRIES = 10;
/** A disk has room while this part of it is free, or so many bytes of a large one. */
const FREE_PART = 0.1;
const FREE_BYTES = 5 * 2 ** 30;
/** Of a source with small blocks, such as a connection to Postgres, several are written at a time: a write costs more than they do. */
const WRITE_BYTES = 262_144;

/** Keeps files in a local folder, which is created on the first write. */
export function createFolderStore(dir: string): FileStore {
  const root = resolve(dir);
  const pathOf = (key: string) => join(root, ...keyNames(key));
  const growingPath = (key: string) => join(partialsOf(pathOf(key)), 'growing');

  return {
    write: async (key, source, options = {}) =>
      asPartial(root, pathOf(key), async (partial, path) => {
        const bytes = await writeDurably(await openNew(partial), source, options);
        await rename(partial, path);
        await syncFolders(root, dirname(path));
        return { bytes };
      }),

    grow: (key, offset) => openGrowingFile(growingPath(key), pathOf(key), offset),

    finish: async (key) => {
      const path = pathOf(key);
      await rename(growingPath(key), path);
      await syncFolders(root, dirname(path));
      await removeEmptyFolders(root, partialsOf(path));
    },

    read: (key, range, signal) => {
      const blocks = readBlocks(pathOf(key), key, range ?? { start: 0, end: Infinity });
      return untilAborted(blocks, signal);
    },

    reach: async () => {
      const isFolder = (await stat(root)).isDirectory();
      if (!isFolder) throw new Error('The file store is no folder.');
    },

    size: async (key) => {
      const found = await absentAsNull(stat(pathOf(key)));
      return found?.isFile() ? found.size : null;
    },

    link: async (key, other) => {
      const path = pathOf(other);
      await makeFolders(dirname(path));
      if (!(await linkOrCopy(root, pathOf(key), path))) {
        await removeEmptyFolders(root, dirname(path));
        return null;
      }
      await syncFolders(root, dirname(path));
      return (await stat(path)).size;
    },

    list: async function* (prefix) {
      for await (const path of pathsBelow(root, prefix)) if (!path.includes(PARTIAL_MARK)) yield path;
    },

    listUnfinished: async function* (prefix) {
      for await (const path of pathsBelow(root, prefix)) {
        const [key, writer] = path.split(PARTIAL_MARK);
        if (key !== undefined && writer !== undefined) yield key;
      }
    },

    hasRoom: async () => {
      const disk = await absentAsNull(statfs(root));
      return disk === null || disk.bavail * disk.bsize >= Math.min(FREE_BYTES, FREE_PART * disk.blocks * disk.bsize);
    },

    remove: async (key) => {
      const path = pathOf(key);
      await removeFile(path);
      const partials = partialsOf(path);
      for await (const name of filesBelow(partials)) await removeFile(join(partials, name));
      await removeEmptyFolders(root, partials);
    },
  };
}

function partialsOf(path: string): string {
  return `${path}${PARTIAL_MARK}`;
}

/** Calls `write` with a name for what is being written to a path, and removes what is left under the name. */
async function asPartial<Result>(
  root: string,
  path: string,
  write: (partial: string, path: string) => Promise<Result>,
): Promise<Result> {
  const partial = join(partialsOf(path), randomUUID());
  try {
    return await write(partial, path);
  } finally {
    await removeFile(partial);
    await removeEmptyFolders(root, dirname(partial));
  }
}

/** Creates a file and the folders on its path, which another call may be removing since they are empty. */
async function openNew(path: string): Promise<FileHandle> {
  for (let tries = 1; ; tries++) {
    await makeFolders(dirname(path));
    try {
      return await open(path, 'wx');
    } catch (error) {
      if (!hasCode(error, 'ENOENT') || tries === CREATE_TRIES) throw error;
    }
  }
}

/** Deletes a file; a missing one, or a folder of that name, is no error. */
async function removeFile(path: string): Promise<void> {
  if ((await absentAsNull(lstat(path)))?.isFile()) await absentAsNull(unlink(path));
}

async function writeDurably(
  file: FileHandle,
  source: AsyncIterable<Uint8Array>,
  { maxBytes = Infinity, signal }: WriteOptions,
): Promise<number> {
  try {
    let bytes = 0;
    let written = 0;
    let gathered: Uint8Array[] = [];
    const flush = async () => {
      await file.writeFile(Buffer.concat(gathered));
      [written, gathered] = [bytes, []];
    };
    for await (const chunk of untilAborted(source, signal)) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new FileTooLarge(maxBytes);
      gathered.push(chunk);
      if (bytes - written >= WRITE_BYTES) await flush();
    }
    await flush();
    signal?.throwIfAborted();
    await file.sync();
    return bytes;
  } finally {
    await file.close();
  }
}

/** @returns false when there is no such file */
async function linkOrCopy(root: string, path: string, other: string): Promise<boolean> {
  try {
    await link(path, other);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS')) throw error;
  }
  return asPartial(root, other, async (partial) => {
    await makeFolders(dirname(partial));
    await copyFile(path, partial);
    const file = await open(partial, 'r');
    await file.sync().finally(() => file.close());
    await rename(partial, other);
    return true;
  });
}

/** A rename, and a new folder, survive a power cut only when the folder they are recorded in was synced too. */
async function syncFolders(root: string, folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  if (folder !== root) await syncFolders(root, dirname(folder));
}

async function* readBlocks(path: string, key: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  const file = await absentAsNull(open(path, 'r'));
  if (!file) throw new FileMissing(key);
  try {
    for (let position = start; position < end;) {
      const length = Math.min(READ_BYTES, end - position);
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, position);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}

/** Files whose path below the root begins with the prefix. */
async function* pathsBelow(root: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  if (folder !== '') keyNames(folder.slice(0, -1));
  for await (const path of filesBelow(root, folder)) if (path.startsWith(prefix)) yield path;
}

/** Removes a folder and those above it, as far as they are empty. The ones directly below the root stay: the keys of all jobs share them. */
async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  const isShared = dirname(folder) === root && !folder.endsWith(PARTIAL_MARK);
  if (folder === root || isShared) return;
  try {
    await rmdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST')) return;
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  await removeEmptyFolders(root, dirname(folder));
}

async function absentAsNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
