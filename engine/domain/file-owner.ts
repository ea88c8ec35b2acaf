/** The job that files are kept for: its id, and the random key of its row; null for a job of a version without keys. */
export interface FileOwner {
  readonly id: number;
  readonly jobKey: string | null;
}
