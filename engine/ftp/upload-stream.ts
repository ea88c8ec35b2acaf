import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { BOUNDS } from '../domain/bounds.ts';
import { FtpRefused } from './ftp-error.ts';
import type { ImportCopies } from './import-copies.ts';
import type { UploadPath } from './upload-paths.ts';
import type { UploadUsage } from './upload-usage.ts';

/** Offset at which the bytes of an upload begin: one that the client requested, or the end of what is there. */
export type UploadStart = number | 'end';

/** Dependencies of an upload on its connection. */
export interface UploadOptions {
  readonly usage: UploadUsage;
  readonly copies: ImportCopies;
  /** Called at the end of the data. @throws when the client did not end it but went away */
  readonly confirm: () => Promise<void>;
  /** Called with the size of a file that is complete. */
  readonly onComplete: (bytes: number) => void;
  /** Called with the number of bytes that are kept of an upload that broke off. */
  readonly onBreak: (bytes: number) => void;
}

/**
 * Opens an upload. Its bytes are written to a partial file, which replaces the file when all of them are on disk: readers
 * see the old content or the whole of the new one. The partial file of an upload that broke off is kept, and a later
 * upload can continue it.
 * @throws FtpRefused when it cannot continue at that offset, the directory is full, or the file is being uploaded already
 */
export async function openUploadStream(
  path: UploadPath,
  start: UploadStart,
  options: UploadOptions,
): Promise<Writable> {
  if (uploading.has(path.partial)) throw new FtpRefused('The file is being uploaded already.');
  uploading.add(path.partial);
  try {
    await options.usage.refresh();
    const file = await openPartial(path, start, options.usage);
    return createStream(path, file.handle, file.bytes, options);
  } catch (error) {
    uploading.delete(path.partial);
    throw error;
  }
}

const uploading = new Set<string>();

async function openPartial(
  path: UploadPath,
  start: UploadStart,
  usage: UploadUsage,
): Promise<{ handle: FileHandle; bytes: number }> {
  await requireFolder(dirname(path.file));
  if ((await sizeOf(path.file)) === 'folder') throw new FtpRefused('That is a directory.');
  await mkdir(dirname(path.partial), { recursive: true });
  if (start === 0) return { handle: await open(path.partial, 'w'), bytes: 0 };

  const arrived = await sizeToGoOnFrom(path, usage);
  const offset = start === 'end' ? arrived : start;
  if (offset > arrived)
    throw new FtpRefused(`Only ${arrived} bytes of the file are here; nothing can be put behind them.`);
  const handle = await open(path.partial, constants.O_RDWR | constants.O_CREAT);
  await handle.truncate(offset);
  return { handle, bytes: offset };
}

/** An upload that broke off is continued; without one a copy of the finished file is. */
async function sizeToGoOnFrom({ file, partial }: UploadPath, usage: UploadUsage): Promise<number> {
  const arrived = await sizeOf(partial);
  if (typeof arrived === 'number') return arrived;
  const finished = await sizeOf(file);
  if (typeof finished !== 'number') return 0;
  if (finished > BOUNDS.uploadAppend.max) {
    const why = `Only finished files of up to ${BOUNDS.uploadAppend.max} bytes can be appended to; upload all of it again.`;
    throw new FtpRefused(why);
  }
  usage.add(finished);
  await copyFile(file, partial, constants.COPYFILE_FICLONE);
  return finished;
}

async function requireFolder(folder: string): Promise<void> {
  if ((await sizeOf(folder)) !== 'folder') throw new FtpRefused('No such directory.');
}

async function sizeOf(path: string): Promise<number | 'folder' | null> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function createStream(path: UploadPath, handle: FileHandle, offset: number, options: UploadOptions): Writable {
  let bytes = offset;
  let isComplete = false;
  const close = async () => {
    await handle.close();
    uploading.delete(path.partial);
    if (!isComplete) options.onBreak(bytes);
  };

  const stream = new Writable({
    highWaterMark: 1024 * 1024,
    write: (chunk: Buffer, _encoding, done) => {
      write(chunk).then(() => done(), done);
    },
    final: (done) => {
      finish().then(() => done(), done);
    },
    destroy: (error, done) => {
      close().then(() => done(error), done);
    },
  });
  return stream;

  async function write(chunk: Buffer): Promise<void> {
    if (bytes + chunk.length > BOUNDS.uploadFile.max) {
      throw new FtpRefused(`The file is too large (maximum is ${BOUNDS.uploadFile.max} bytes).`, { reply: 552 });
    }
    options.usage.add(chunk.length);
    await writeAll(handle, chunk, bytes);
    bytes += chunk.length;
  }

  async function finish(): Promise<void> {
    await options.confirm();
    if (stream.destroyed) return;
    await handle.sync();
    await options.copies.put(path.client, path.partial);
    await rename(path.partial, path.file);
    isComplete = true;
    options.onComplete(bytes);
  }
}

async function writeAll(handle: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, written, chunk.length - written, position + written);
    written += bytesWritten;
  }
}
