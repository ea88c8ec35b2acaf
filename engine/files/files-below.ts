import { opendir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';

/** Entries that are read at a time: all those of a large folder would take memory, and time on the thread, at once. */
const READ_ENTRIES = 256;

/** Yields the entries of a folder while it is read; none where there is no such folder. */
export async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: READ_ENTRIES });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code)))) throw error;
  }
}

/** Yields the paths below `root` of the files in a folder of it and in those below. `folder` is empty, or ends in `/`. */
export async function* filesBelow(root: string, folder = ''): AsyncGenerator<string> {
  for await (const entry of entriesOf(join(root, folder))) {
    const path = `${folder}${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, `${path}/`);
    else if (entry.isFile()) yield path;
  }
}
