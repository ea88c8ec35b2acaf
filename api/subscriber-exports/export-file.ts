import type { ExportFile } from '../../engine/db/exports/subscriber-exports.ts';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import type { FileStore } from '../../engine/files/file-store.ts';
import { exportPartKey } from '../../engine/files/subscriber-export-key.ts';

/**
 * Whether each part of the file of an export is there as long as it was. Once a file has begun to be sent, a part that is missing
 * could not be said.
 */
export async function isWhole(
  files: FileStore,
  job: FileOwner,
  { snapshot, parts, bytes }: ExportFile,
): Promise<boolean> {
  let found = 0;
  for (let part = 0; part < parts; part++) found += (await files.size(exportPartKey(job, snapshot, part))) ?? 0;
  return found === bytes;
}

/** Reads the file of an export, part by part. */
export async function* partsOf(
  files: FileStore,
  job: FileOwner,
  { snapshot, parts }: ExportFile,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    for await (const block of files.read(exportPartKey(job, snapshot, part))) yield block;
  }
}
