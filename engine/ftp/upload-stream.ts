import { constants } from 'node:fs';
import { copyFile, mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Writable } from 'node:stream';
import { FtpRefused } from './ftp-error.ts';
import type { UploadPath } from './upload-paths.ts';

/** Where the bytes of an upload begin: at an offset the client asked for, or behind all that is there. */
export type UploadStart = number | 'end';

/** What an upload needs to know of the connection it comes by. */
export interface UploadOptions {
  /** Called at the end of the data. @throws when the client did not end it but went away */
  readonly confirm: () => Promise<void>;
  /** Called with the size of a file that is complete. */
  readonly onComplete: (bytes: number) => void;
  /** Called with the number of bytes that are kept of an upload that broke off. */
  readonly onBreak: (bytes: number) => void;
}

/** Milliseconds without a byte after which an upload is given up. */
const SILENCE_MS = 300_000;

/**
 * Opens an upload. Its bytes are gathered aside and take the file's place at once when all of them are on disk, so that
 * whoever reads the file sees the old content or the whole of the new one. What has arrived of an upload that broke off
 * stays aside, and another one may go on behind it.
 * @throws FtpRefused when it cannot go on at that offset, or something else uploads to the same file
 */
export async function openUploadStream(
  path: UploadPath,
  start: UploadStart,
  options: UploadOptions,
): Promise<Writable> {
  if (uploading.has(path.partial)) throw new FtpRefused('The file is being uploaded already.');
  uploading.add(path.partial);
  try {
    const file = await openPartial(path, start);
    return createStream(path, file.handle, file.bytes, options);
  } catch (error) {
    uploading.delete(path.partial);
    throw error;
  }
}

const uploading = new Set<string>();

async function openPartial(path: UploadPath, start: UploadStart): Promise<{ handle: FileHandle; bytes: number }> {
  await requireFolder(dirname(path.file));
  if ((await sizeOf(path.file)) === 'folder') throw new FtpRefused('That is a directory.');
  await mkdir(dirname(path.partial), { recursive: true });
  if (start === 0) return { handle: await open(path.partial, 'w'), bytes: 0 };

  const arrived = await sizeToGoOnFrom(path);
  const offset = start === 'end' ? arrived : start;
  if (offset > arrived)
    throw new FtpRefused(`Only ${arrived} bytes of the file are here; nothing can be put behind them.`);
  const handle = await open(path.partial, constants.O_RDWR | constants.O_CREAT);
  await handle.truncate(offset);
  return { handle, bytes: offset };
}

/** An upload that broke off is gone on with; without one the finished file is, in a copy. */
async function sizeToGoOnFrom({ file, partial }: UploadPath): Promise<number> {
  const arrived = await sizeOf(partial);
  if (typeof arrived === 'number') return arrived;
  const finished = await sizeOf(file);
  if (typeof finished !== 'number') return 0;
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
  const silence = setTimeout(() => {
    stream.destroy(new FtpRefused('Nothing came for five minutes; what has arrived is kept, so go on behind it.'));
  }, SILENCE_MS);
  const close = async () => {
    clearTimeout(silence);
    await handle.close();
    uploading.delete(path.partial);
    if (!isComplete) options.onBreak(bytes);
  };

  const stream = new Writable({
    highWaterMark: 1024 * 1024,
    write: (chunk: Buffer, _encoding, done) => {
      silence.refresh();
      writeAll(handle, chunk, bytes).then(() => {
        bytes += chunk.length;
        done();
      }, done);
    },
    final: (done) => {
      finish().then(() => done(), done);
    },
    destroy: (error, done) => {
      close().then(() => done(error), done);
    },
  });
  // The library says that the data has ended by emitting `close` as soon as anybody listens for it.
  stream.on('close', () => void (stream.closed || stream.end()));
  return stream;

  async function finish(): Promise<void> {
    await options.confirm();
    if (stream.destroyed) return;
    await handle.sync();
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
