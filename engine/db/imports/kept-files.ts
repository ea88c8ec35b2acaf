import type { Pool } from 'pg';
import type { FileOwner } from '../../domain/file-owner.ts';
import { isStaged } from './staging.ts';

/** A place in the order in which imports have ended. */
export interface PlaceOfEnd {
  /** Time at which an import ended, as Postgres writes it: with microseconds. */
  readonly endedAt: string;
  readonly id: number;
}

/** An import that has ended. */
export interface EndedImport extends FileOwner, PlaceOfEnd {
  /** It has finished and keeps its files, as no dry run and no failed import does, which keep theirs for longer. */
  readonly keepsFiles: boolean;
  /** It needs its staging tables no more, and has some: its clean-up is under way, or the database has lost it. */
  readonly isStaged: boolean;
}

/** Reads the place up to which the kept files of imports are removed. */
export async function readRemovedTo(pool: Pool): Promise<PlaceOfEnd> {
  const { rows } = await pool.query<{ endedAt: string }>(
    'select kept_files_removed_to::text as "endedAt" from installation',
  );
  return { endedAt: rows[0]?.endedAt ?? 'infinity', id: Number.MAX_SAFE_INTEGER };
}

/** Reads the next imports behind a place that ended so many minutes ago, at most `most`, in the order of their ends. */
export async function findNextEnded(
  pool: Pool,
  { after, minutesAgo, most }: { readonly after: PlaceOfEnd; readonly minutesAgo: number; readonly most: number },
): Promise<readonly EndedImport[]> {
  const { rows } = await pool.query<EndedImport>(
    `select id, job_key as "jobKey", finished_at::text as "endedAt",
            state = 'finished' and not dry_run and purged_at is null as "keepsFiles",
            state in ('finished', 'cancelled') and ${isStaged('id')} as "isStaged"
       from subscriber_imports
      where organization_id > 0 and finished_at >= $1::timestamptz and (finished_at, id) > ($1::timestamptz, $2::bigint)
        and finished_at <= now() - make_interval(mins => $3)
      order by finished_at, id limit $4`,
    [after.endedAt, after.id, minutesAgo, most],
  );
  return rows;
}

/** Notes the place up to which they are removed. An end that is committed behind it later is left to the purge of the logs. */
export async function noteRemovedTo(pool: Pool, { endedAt }: PlaceOfEnd): Promise<void> {
  await pool.query(
    'update installation set kept_files_removed_to = $1::timestamptz where kept_files_removed_to < $1::timestamptz',
    [endedAt],
  );
}
