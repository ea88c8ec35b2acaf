import { jobFolder } from './job-folder.ts';
import type { JobFolder } from './job-folder.ts';
import type { FileOwner } from '../domain/file-owner.ts';

/** Returns the key of a job's source in the file store; by default of a subscriber import. */
export function sourceKey(job: FileOwner, folder: JobFolder = 'imports'): string {
  return `${jobFolder(folder, job)}/source`;
}

/** Returns the key of the settings of an import, which are kept for a database that loses its row. */
export function settingsKey(job: FileOwner): string {
  return `${jobFolder('imports', job)}/settings`;
}

/** Returns the keys of all files of an import. */
export function importKeys(job: FileOwner): readonly string[] {
  return [sourceKey(job), packedSourceKey(job), settingsKey(job)];
}

/** Returns the key of a source that is compressed and not unpacked yet. */
export function packedSourceKey(job: FileOwner, folder: JobFolder = 'imports'): string {
  return `${jobFolder(folder, job)}/packed`;
}
