import { inBatches } from '../platform/in-batches.ts';
import type { FileStore } from './file-store.ts';

/**
 * Yields the keys that begin with a prefix, `size` at a time: those of files first, then those that are being written or were when
 * the writer was killed. What a batch names may be removed before the next one is asked for.
 */
export async function* keyBatches(
  files: Pick<FileStore, 'list' | 'listUnfinished'>,
  prefix: string,
  size: number,
): AsyncGenerator<readonly string[]> {
  yield* inBatches(files.list(prefix), size);
  yield* inBatches(files.listUnfinished(prefix), size);
}
