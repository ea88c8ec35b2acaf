import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { BOUNDS } from '../domain/bounds.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { FileMissing } from './errors.ts';
import { isAbsent, openAtRest } from './open-at-rest.ts';
import type { Rest, WholeFile } from './open-at-rest.ts';
import type { ByteRange } from './file-store.ts';

/** The upload directories of the organizations: what imports read of them. */
export interface Uploads {
  /**
   * Returns the bytes of an uploaded file; null when there is no such regular file.
   * @throws ValidationFailed when the name is not a plain file name, or is a link that leads out of the directory.
   */
  size(organizationId: number, filename: string): Promise<number | null>;
  /**
   * Opens an uploaded file for reading, all of it or a range. The stream closes the file when it ends or is destroyed.
   * @throws ValidationFailed as size does; FileMissing when there is no such regular file, also later from the stream.
   */
  open(organizationId: number, filename: string, range?: ByteRange): Promise<Readable>;
  /**
   * Opens an uploaded file to copy it, once no program writes it any more.
   * @throws ValidationFailed as size does; FileMissing when there is no such regular file; FileStillWritten
   */
  openWhole(organizationId: number, filename: string, signal: AbortSignal): Promise<WholeFile>;
}

/** Upload directories that are filled from elsewhere: with the files that clients of the FTP server have sent. */
export interface UploadCopies {
  /** Puts a copy of a local file into the directory, in place of one of that name. */
  put(organizationId: number, filename: string, path: string): Promise<void>;
  remove(organizationId: number, filename: string): Promise<void>;
}

/** The upload directories in a local folder, each named by the id of its organization; other programs may put files there, too. */
export function createFolderUploads(uploadsDir: string, rest: Rest): Uploads {
  return {
    size: async (organizationId, filename) => {
      const path = await pathOf(uploadsDir, organizationId, filename);
      try {
        const found = await stat(path);
        return found.isFile() ? found.size : null;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    },
    open: async (organizationId, filename, range) => {
      const path = await pathOf(uploadsDir, organizationId, filename);
      // The path holds no link; one put there since the check is not followed, and a pipe put there does not block the open.
      const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
      const file = await open(path, flags).catch((error: unknown) => {
        throw isAbsent(error) ? new FileMissing(filename, { cause: error }) : error;
      });
      if ((await file.stat()).isFile()) {
        return file.createReadStream(range === undefined ? {} : { start: range.start, end: range.end - 1 });
      }
      await file.close();
      throw new FileMissing(filename);
    },
    openWhole: async (organizationId, filename, signal) =>
      openAtRest(await pathOf(uploadsDir, organizationId, filename), filename, rest, signal),
  };
}

/** The path of a file in the organization's upload directory, symbolic links resolved; the file need not exist. */
async function pathOf(uploadsDir: string, organizationId: number, filename: string): Promise<string> {
  requireUploadName(filename);
  const folder = join(uploadsDir, String(organizationId));
  const realFolder = await realPathOrNull(folder);
  const realFile = await realPathOrNull(join(folder, filename));
  if (realFolder === null || realFile === null) return join(realFolder ?? folder, filename);
  if (!realFile.startsWith(`${realFolder}${sep}`)) {
    throw new ValidationFailed('file_source.filename leads out of the upload directory');
  }
  return realFile;
}

/** @throws ValidationFailed when the name is not a plain file name */
export function requireUploadName(filename: string): void {
  const mistake = mistakeIn(filename);
  if (mistake !== null) throw new ValidationFailed(`file_source.filename ${mistake}`);
}

function mistakeIn(filename: string): string | null {
  if (filename.trim() === '') return 'cannot be blank';
  if (/[/\\]/.test(filename)) return 'cannot contain a path separator';
  if (filename.includes('\0')) return 'cannot contain a NUL character';
  if (filename === '.' || filename === '..') return 'must be the name of a file';
  if (Buffer.byteLength(filename) > BOUNDS.uploadName.max)
    return `is too long (maximum is ${BOUNDS.uploadName.max} bytes)`;
  return null;
}

async function realPathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
