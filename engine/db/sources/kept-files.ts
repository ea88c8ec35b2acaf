import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';

/** A kind of job whose ended jobs keep their files for a database that goes back; its conditions are SQL on its table. */
export interface EndedJobs {
  readonly table: string;
  /** Condition of the index by which its ended jobs are found. */
  readonly isJob: string;
  /** Column of `installation`: the end up to which kept files are removed. */
  readonly removedTo: 'kept_files_removed_to' | 'kept_suppressions_removed_to';
  /** Whether an ended job keeps its files for some minutes only, not until it is purged. */
  readonly keepsFiles: string;
  /** Whether an ended job needs its staging tables no more, and has some. */
  readonly isStaged: string;
}

/** A place in the order in which jobs have ended. */
export interface PlaceOfEnd {
  /** Time at which a job ended, as Postgres writes it: with microseconds. */
  readonly endedAt: string;
  readonly id: number;
}

/** A job that has ended. */
export interface EndedJob extends FileOwner, PlaceOfEnd {
  /** It keeps its files for some minutes. */
  readonly keepsFiles: boolean;
  /** It needs its staging tables no more, and has some: its clean-up is under way, or the database has lost it. */
  readonly isStaged: boolean;
}

/** Reads the place up to which the kept files of jobs are removed. */
export async function readRemovedTo(pool: Pool, { removedTo }: EndedJobs): Promise<PlaceOfEnd> {
  const { rows } = await pool.query<{ endedAt: string }>(`select ${removedTo}::text as "endedAt" from installation`);
  return { endedAt: rows[0]?.endedAt ?? 'infinity', id: Number.MAX_SAFE_INTEGER };
}

/** Reads the next jobs behind a place that ended so many minutes ago, at most `most`, in the order of their ends. */
export async function findNextEnded(
  pool: Pool,
  { table, isJob, keepsFiles, isStaged }: EndedJobs,
  { after, minutesAgo, most }: { readonly after: PlaceOfEnd; readonly minutesAgo: number; readonly most: number },
): Promise<readonly EndedJob[]> {
  const { rows } = await pool.query<EndedJob>(
    `select id, job_key as "jobKey", finished_at::text as "endedAt", ${keepsFiles} as "keepsFiles", ${isStaged} as "isStaged"
       from ${table}
      where ${isJob} and finished_at >= $1::timestamptz and (finished_at, id) > ($1::timestamptz, $2::bigint)
        and finished_at <= now() - make_interval(mins => $3)
      order by finished_at, id limit $4`,
    [after.endedAt, after.id, minutesAgo, most],
  );
  return rows;
}

/** Notes the place up to which they are removed. An end that is committed behind it later is left to the purge. */
export async function noteRemovedTo(pool: Pool, { removedTo }: EndedJobs, { endedAt }: PlaceOfEnd): Promise<void> {
  await pool.query(`update installation set ${removedTo} = $1::timestamptz where ${removedTo} < $1::timestamptz`, [
    endedAt,
  ]);
}
