import type { JobFolder } from '../../domain/file-owner.ts';
import type { Pool } from 'pg';
import { findNextEnded, noteRemovedTo, readRemovedTo } from '../../db/sources/kept-files.ts';
import type { EndedJobs } from '../../db/sources/kept-files.ts';
import { keptKeys } from '../../files/source-key.ts';
import type { ActivityDeps } from '../deps.ts';

/** A kind of job whose ended jobs keep their files for some minutes. */
export interface KeptFiles extends EndedJobs {
  readonly folder: JobFolder;
  /** Drops the staging tables of a job that has ended; absent where jobs have none. */
  readonly dropStaging?: (pool: Pool, id: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Minutes for which an ended job keeps its source and its settings: a database that goes back by less may have it unfinished
 * again, and its staged rows no more.
 */
const KEPT_MINUTES = 15;
/** Minutes for which it keeps them where the file store is nearly full. */
const KEPT_MINUTES_WITHOUT_ROOM = 1;
/** Jobs whose files are removed at the same time. */
const TOGETHER = 20;
/** The next call continues after so many milliseconds. */
const LIMIT_MS = 20_000;

/**
 * Removes the files that ended jobs of a kind have kept for long enough, and the staging tables of those whose clean-up a database that
 * went back has lost. Each job that has ended is looked at once, in the order of their ends. @returns how many had kept files
 */
export async function removeKeptFiles(
  { pool, files }: Pick<ActivityDeps, 'pool' | 'files'>,
  kind: KeptFiles,
  signal: AbortSignal,
  minutesAgo?: number,
): Promise<number> {
  const until = Date.now() + LIMIT_MS;
  const minutes = minutesAgo ?? ((await files.hasRoom()) ? KEPT_MINUTES : KEPT_MINUTES_WITHOUT_ROOM);
  let removed = 0;
  for (let after = await readRemovedTo(pool, kind); Date.now() < until;) {
    signal.throwIfAborted();
    const ended = await findNextEnded(pool, kind, { after, minutesAgo: minutes, most: TOGETHER });
    const last = ended.at(-1);
    if (last === undefined) break;
    const keeping = ended.filter(({ keepsFiles }) => keepsFiles);
    for (const { id } of ended.filter(({ isStaged }) => isStaged)) await kind.dropStaging?.(pool, id, signal);
    await Promise.all(keeping.flatMap((job) => keptKeys(job, kind.folder)).map((key) => files.remove(key)));
    await noteRemovedTo(pool, kind, last);
    removed += keeping.length;
    after = last;
  }
  return removed;
}
