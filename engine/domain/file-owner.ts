/** The job that files are kept for: its id, and the random key of its row; null for a job of a version without keys. */
export interface FileOwner {
  readonly id: number;
  readonly jobKey: string | null;
}

/** Folders of the file store, each of one kind of job: lower-case letters. */
export type JobFolder = 'imports' | 'exports' | 'suppressions';
