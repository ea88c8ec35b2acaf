import { jobFolder } from './job-folder.ts';
import type { FileOwner, JobFolder } from '../domain/file-owner.ts';

/** Returns the key of a job's source in the file store; by default of a subscriber import. */
export function sourceKey(job: FileOwner, folder: JobFolder = 'imports'): string {
  return `${jobFolder(folder, job)}/source`;
}

/** Returns the key of the settings of a job, which are kept for a database that loses its row; by default of a subscriber import. */
export function settingsKey(job: FileOwner, folder: JobFolder = 'imports'): string {
  return `${jobFolder(folder, job)}/settings`;
}

/** Returns the keys of all files of an import. */
export function importKeys(job: FileOwner): readonly string[] {
  return keptKeys(job, 'imports');
}

/** Returns the keys of all files that a job may keep after its end. */
export function keptKeys(job: FileOwner, folder: JobFolder): readonly string[] {
  return [sourceKey, packedSourceKey, settingsKey].map((keyOf) => keyOf(job, folder));
}

/** Returns the key of a source that is compressed and not unpacked yet. */
export function packedSourceKey(job: FileOwner, folder: JobFolder = 'imports'): string {
  return `${jobFolder(folder, job)}/packed`;
}
