import { randomUUID } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FileMissing, FileTooLarge } from './errors.ts';
import { openGrowingFile } from './growing-file.ts';
import { keyNames, type ByteRange, type FileStore, type WriteOptions } from './file-store.ts';
import { untilAborted } from './until-aborted.ts';

/** Cannot occur in a key, so a file being written, or left by a crash, is never taken for a stored one. */
const PARTIAL_MARK = '~';
const READ_BYTES = 262_144;
/** Of a source with small blocks, such as a connection to Postgres, several are written at a time: a write costs more than they do. */
const WRITE_BYTES = 262_144;

/** Keeps files in a local folder, which is created on the first write. */
export function createFolderStore(dir: string): FileStore {
  const root = resolve(dir);
  const pathOf = (key: string) => join(root, ...keyNames(key));
  const growingPath = (key: string) => `${pathOf(key)}${PARTIAL_MARK}growing`;

  return {
    write: async (key, source, options = {}) => {
      const path = pathOf(key);
      const partial = `${path}${PARTIAL_MARK}${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true });
      try {
        const bytes = await writeDurably(partial, source, options);
        await rename(partial, path);
        await syncFolders(root, dirname(path));
        return { bytes };
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
    },

    grow: (key, offset) => openGrowingFile(growingPath(key), pathOf(key), offset),

    finish: async (key) => {
      await rename(growingPath(key), pathOf(key));
      await syncFolders(root, dirname(pathOf(key)));
    },

    read: (key, range, signal) => {
      const blocks = readBlocks(pathOf(key), key, range ?? { start: 0, end: Infinity });
      return untilAborted(blocks, signal);
    },

    size: async (key) => {
      const found = await absentAsNull(stat(pathOf(key)));
      return found?.isFile() ? found.size : null;
    },

    link: async (key, other) => {
      const path = pathOf(other);
      await mkdir(dirname(path), { recursive: true });
      if (!(await linkOrCopy(pathOf(key), path))) {
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

    remove: async (key) => {
      const folder = dirname(pathOf(key));
      const name = basename(pathOf(key));
      const siblings = (await absentAsNull(readdir(folder, { withFileTypes: true }))) ?? [];
      for (const sibling of siblings) {
        const isDoomed = sibling.name === name || sibling.name.startsWith(`${name}${PARTIAL_MARK}`);
        if (isDoomed && sibling.isFile()) await rm(join(folder, sibling.name), { force: true });
      }
      await removeEmptyFolders(root, folder);
    },
  };
}

async function writeDurably(path: string, source: AsyncIterable<Uint8Array>, options: WriteOptions): Promise<number> {
  const { maxBytes = Infinity, signal } = options;
  const file = await open(path, 'wx');
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
async function linkOrCopy(path: string, other: string): Promise<boolean> {
  try {
    await link(path, other);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    if (!hasCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS')) throw error;
  }
  const partial = `${other}${PARTIAL_MARK}${randomUUID()}`;
  try {
    await copyFile(path, partial);
    const file = await open(partial, 'r');
    await file.sync().finally(() => file.close());
    await rename(partial, other);
    return true;
  } finally {
    await rm(partial, { force: true });
  }
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

async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = (await absentAsNull(readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  for (const entry of entries) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, `${path}/`);
    else if (entry.isFile()) yield path;
  }
}

async function removeEmptyFolders(root: string, folder: string): Promise<void> {
  if (folder === root) return;
  try {
    await rmdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) return;
    throw error;
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
