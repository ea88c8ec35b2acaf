import { jobFolder } from './job-folder.ts';
import type { FileOwner } from '../domain/file-owner.ts';

/** Returns the prefix of the keys of an export. */
export function exportPrefix(job: FileOwner): string {
  return `${jobFolder('exports', job)}/`;
}

/** Returns the key of a part of an export's file; each snapshot has its own parts. */
export function exportPartKey(job: FileOwner, snapshot: number, part: number): string {
  return `${exportPrefix(job)}${snapshot}/${part}`;
}
