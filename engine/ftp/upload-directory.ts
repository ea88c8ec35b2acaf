import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { entriesOf } from '../files/files-below.ts';
import { FtpRefused, isUnexpected, toFtpRefused } from './ftp-error.ts';
import type { UploadPath, UploadPaths } from './upload-paths.ts';
import { openUploadStream, type UploadOptions, type UploadStart } from './upload-stream.ts';

/** A file or directory in a listing. */
export type NamedStats = Stats & { name: string };

/** One organization's upload directory, for one connection. */
export interface UploadDirectory {
  currentDirectory(): string;
  /** Returns the size of what has arrived for an unfinished upload, where clients continue it. */
  get(path: string): Promise<NamedStats>;
  /** Lists a directory, or the single file at the path. */
  find(path: string): Promise<NamedStats[]>;
  chdir(path: string): Promise<string>;
  write(path: string, start: UploadStart): Promise<Writable>;
  read(path: string, options: { start: number }): Promise<Readable>;
  delete(path: string): Promise<void>;
  mkdir(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
}

/** Dependencies of a directory; `allow` is called before each operation and throws to refuse it. */
export interface UploadDirectoryOptions {
  readonly allow: () => Promise<void>;
  readonly upload: UploadOptions;
  readonly onFault: (error: unknown) => void;
}

/** Creates the directory's view for one connection; every method throws FtpRefused. */
export function createUploadDirectory(paths: UploadPaths, options: UploadDirectoryOptions): UploadDirectory {
  let cwd = '/';
  const at = async <T>(path: string, work: (place: UploadPath) => Promise<T>): Promise<T> => {
    try {
      await options.allow();
      return await work(await paths.resolve(cwd, path));
    } catch (error) {
      const refused = toFtpRefused(error);
      if (isUnexpected(refused)) options.onFault(error);
      throw refused;
    }
  };

  return {
    currentDirectory: () => cwd,

    get: (path) =>
      at(path, async ({ file, partial }) => {
        const found = (await statOrNull(partial, 'file')) ?? (await lstat(file));
        return Object.assign(found, { name: path });
      }),

    find: (path) =>
      at(path, async ({ client, file }) => {
        const found = await lstat(file);
        return found.isDirectory() ? listFolder(file) : [Object.assign(found, { name: basename(client) })];
      }),

    chdir: (path) =>
      at(path, async ({ client, file }) => {
        if (!(await lstat(file)).isDirectory()) throw new FtpRefused('That is not a directory.');
        cwd = client;
        return cwd;
      }),

    write: (path, start) => at(path, (place) => openUploadStream(place, start, options.upload)),

    read: (path, { start }) => at(path, ({ file }) => openFile(file, start)),

    delete: (path) =>
      at(path, async ({ client, file, partial }) => {
        if (client === '/') throw new FtpRefused('The upload directory itself stays.');
        const unfinished = await statOrNull(partial, 'file');
        if (unfinished !== null) await unlink(partial);
        const found = await statOrNull(file);
        if (found === null && unfinished !== null) return;
        if (found?.isDirectory()) await removeFolder(file, partial);
        else {
          await options.upload.copies.remove(client);
          await unlink(file);
        }
      }),

    mkdir: (path) =>
      at(path, async ({ client, file }) => {
        await options.upload.usage.refresh();
        await mkdir(file);
        return client;
      }),

    rename: async (from, to) => {
      const target = await at(to, (place) => Promise.resolve(place));
      await at(from, async (source) => {
        await move(source, target);
        await options.upload.copies.remove(source.client);
        if ((await statOrNull(target.file, 'file')) !== null)
          await options.upload.copies.put(target.client, target.file);
      });
    },
  };
}

async function listFolder(folder: string): Promise<NamedStats[]> {
  const found: NamedStats[] = [];
  for await (const entry of entriesOf(folder)) {
    if (!entry.isFile() && !entry.isDirectory()) continue;
    const { name } = entry;
    const stats = await statOrNull(join(folder, name));
    if (stats !== null) found.push(Object.assign(stats, { name }));
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

async function openFile(file: string, start: number): Promise<Readable> {
  // A link put there since the path was looked at is not followed, and a pipe does not block the open.
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle.createReadStream({ start });
  await handle.close();
  throw new FtpRefused('That is not a file.');
}

async function removeFolder(folder: string, partials: string): Promise<void> {
  await rmdir(folder);
  await rm(partials, { recursive: true, force: true });
}

async function move(source: UploadPath, target: UploadPath): Promise<void> {
  if (source.client === '/' || target.client === '/') throw new FtpRefused('The upload directory itself stays.');
  const isFinished = (await statOrNull(source.file)) !== null;
  if (isFinished) await rename(source.file, target.file);
  if ((await statOrNull(source.partial)) === null) {
    if (!isFinished) throw new FtpRefused('No such file or directory.');
    return;
  }
  await mkdir(dirname(target.partial), { recursive: true });
  await rename(source.partial, target.partial);
}

async function statOrNull(path: string, kind: 'file' | 'any' = 'any'): Promise<Stats | null> {
  try {
    const found = await lstat(path);
    return kind === 'any' || found.isFile() ? found : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null;
    throw error;
  }
}
