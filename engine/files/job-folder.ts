import type { FileOwner, JobFolder } from '../domain/file-owner.ts';

/**
 * Returns the folder of the files of a job below that of its kind. The key tells the job from one that had the same id before the
 * database was set back, whose files stay until they are purged.
 */
export function jobFolder(folder: JobFolder, { id, jobKey }: FileOwner): string {
  return jobKey === null ? `${folder}/${id}` : `${folder}/${id}-${jobKey}`;
}

/** The job that a key of the file store names; null for a key of another form. */
export function ownerOf(key: string): FileOwner | null {
  const [, id, jobKey] = OWNER.exec(key) ?? [];
  return id === undefined ? null : { id: Number(id), jobKey: jobKey ?? null };
}

const OWNER = /^[a-z]+\/([1-9]\d{0,15})(?:-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?\//;
