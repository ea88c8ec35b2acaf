import { DateTime } from 'luxon';
import type { NamedStats } from './upload-directory.ts';

/** A line of a listing, as `ls -l` writes it; times are UTC. */
export function listingLine(found: NamedStats, now: Date = new Date()): string {
  const kind = found.isDirectory() ? 'drwx------' : '-rw-------';
  const changed = DateTime.fromJSDate(found.mtime, { zone: 'utc' }).setLocale('en-US');
  const isRecent = Math.abs(now.getTime() - found.mtimeMs) < HALF_A_YEAR_MS;
  const time = changed.toFormat(isRecent ? 'LLL dd HH:mm' : 'LLL dd  yyyy');
  return `${kind} 1 sluice sluice ${String(found.size).padStart(12)} ${time} ${found.name}`;
}

/** The reply to MDTM: when a file was changed, in UTC. */
export function modificationTime({ mtime }: NamedStats): string {
  return DateTime.fromJSDate(mtime, { zone: 'utc' }).toFormat('yyyyLLddHHmmss.SSS');
}

const HALF_A_YEAR_MS = 180 * 86_400_000;
