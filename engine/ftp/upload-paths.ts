import { lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, posix, sep } from 'node:path';
import { BOUNDS } from '../domain/bounds.ts';
import { PARTIAL_FOLDER } from '../files/has-upload-folder.ts';
import { FtpRefused } from './ftp-error.ts';

/** A place as the client names it and as this machine does; no link lies on the way to it. */
export interface UploadPath {
  /** Absolute, with the upload directory as its root. */
  readonly client: string;
  readonly file: string;
  /** File that keeps the bytes of an upload until all have arrived: outside the directory, where no import reads it. */
  readonly partial: string;
}

/** The names of one organization's upload directory. */
export interface UploadPaths {
  /** The folders that hold the organization's files, finished and unfinished. */
  readonly folders: readonly [string, string];
  /**
   * Resolves a path that a client gave, relative to its working directory. What it leads to need not exist.
   * @throws FtpRefused when the path cannot name an upload, or a link lies on it
   */
  resolve(cwd: string, path: string): Promise<UploadPath>;
}

/** Prepares the upload directory of an organization, which is created when it is missing. */
export async function openUploadPaths(uploadsDir: string, organizationId: number): Promise<UploadPaths> {
  const name = String(organizationId);
  const root = join(uploadsDir, name);
  await mkdir(root, { recursive: true });
  const realRoot = await realpath(root);
  const partialRoot = join(await realpath(uploadsDir), PARTIAL_FOLDER, name);

  return {
    folders: [realRoot, partialRoot],
    resolve: async (cwd, path) => {
      // Normalizing an absolute path ends every `..` at the root.
      const client = posix.join('/', path.startsWith('/') ? path : posix.join(cwd, path)).replace(/(?<=.)\/$/, '');
      requireNames(client);
      const file = join(realRoot, client);
      await requireNoLink(realRoot, file);
      return { client, file, partial: join(partialRoot, client) };
    },
  };
}

function requireNames(client: string): void {
  if (/[\\\u0000-\u001f\u007f]/.test(client)) {
    throw new FtpRefused('A name cannot contain a backslash or a control character.');
  }
  // It also stands for bytes that are not UTF-8: names that differ in those alone would be one file.
  if (client.includes('\ufffd')) throw new FtpRefused('A name must be in UTF-8, without U+FFFD.');
  const names = client.split('/').slice(1);
  if (names.some((name) => Buffer.byteLength(name) > BOUNDS.uploadName.max)) {
    throw new FtpRefused(`A name is too long (maximum is ${BOUNDS.uploadName.max} bytes).`);
  }
  if (Buffer.byteLength(client) > BOUNDS.uploadPath.max) {
    throw new FtpRefused(`The path is too long (maximum is ${BOUNDS.uploadPath.max} bytes).`);
  }
  if (names.length > BOUNDS.uploadDepth.max) {
    throw new FtpRefused(`The path is too deep (maximum is ${BOUNDS.uploadDepth.max} names).`);
  }
}

/** Only users of this machine can make links; none of them is served, wherever it leads. */
async function requireNoLink(realRoot: string, file: string): Promise<void> {
  const missing = new FtpRefused('No such file or directory.');
  if (file === realRoot || file === `${realRoot}${sep}`) return;
  const parent = dirname(file);
  if (parent !== realRoot && (await absentAsNull(realpath(parent))) !== parent) throw missing;
  if ((await absentAsNull(lstat(file)))?.isSymbolicLink()) throw missing;
}

async function absentAsNull<T>(lookUp: Promise<T>): Promise<T | null> {
  try {
    return await lookUp;
  } catch (error) {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR', 'ELOOP'].includes(String(error.code))) {
      return null;
    }
    throw error;
  }
}
