import { constants, type ReadStream } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { BOUNDS } from '../domain/bounds.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { FileMissing } from './errors.ts';

/**
 * Returns the path of a file in the organization's upload directory, symbolic links resolved; the file need not exist.
 * @throws ValidationFailed when the name is not a plain file name, or is a link that leads out of the directory.
 */
export async function uploadPath(uploadsDir: string, organizationId: number, filename: string): Promise<string> {
  const mistake = mistakeIn(filename);
  if (mistake) throw new ValidationFailed(`file_source.filename ${mistake}`);

  const folder = join(uploadsDir, String(organizationId));
  const realFolder = await realPathOrNull(folder);
  const realFile = await realPathOrNull(join(folder, filename));
  if (realFolder === null || realFile === null) return join(realFolder ?? folder, filename);
  if (!realFile.startsWith(`${realFolder}${sep}`)) {
    throw new ValidationFailed('file_source.filename leads out of the upload directory');
  }
  return realFile;
}

/**
 * Whether the upload directory contains a regular file of that name.
 * @throws ValidationFailed as uploadPath does.
 */
export async function uploadExists(uploadsDir: string, organizationId: number, filename: string): Promise<boolean> {
  return (await uploadSize(uploadsDir, organizationId, filename)) !== null;
}

/**
 * Returns the bytes of an uploaded file; null when there is no such regular file.
 * @throws ValidationFailed as uploadPath does.
 */
export async function uploadSize(uploadsDir: string, organizationId: number, filename: string): Promise<number | null> {
  const path = await uploadPath(uploadsDir, organizationId, filename);
  try {
    const found = await stat(path);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Opens an uploaded file for reading from its beginning. The stream closes the file when it ends or is destroyed.
 * @throws ValidationFailed as uploadPath does; FileMissing when there is no such regular file.
 */
export async function openUpload(uploadsDir: string, organizationId: number, filename: string): Promise<ReadStream> {
  const path = await uploadPath(uploadsDir, organizationId, filename);
  // The path holds no link; one put there since the check is not followed, and a pipe put there does not block the open.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw isAbsent(error) ? new FileMissing(filename, { cause: error }) : error;
  });
  if ((await file.stat()).isFile()) return file.createReadStream();
  await file.close();
  throw new FileMissing(filename);
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

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code));
}
