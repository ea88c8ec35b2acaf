import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it, unless they are there.
 * @throws the error of the file system, that of a read-only one too: Node reports one that takes no folder as one that has none (ENOENT)
 */
export async function makeFolders(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) await requireWritable(path);
    throw error;
  }
}

/** Sees that the lowest folder that is there can be written. */
async function requireWritable(path: string): Promise<void> {
  try {
    await access(path, constants.W_OK);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || path === dirname(path)) throw error;
    await requireWritable(dirname(path));
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
