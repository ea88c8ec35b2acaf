import type { Pool } from 'pg';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';

/** Seconds that a call which began before the upload expired may still write. */
const GRACE_SECONDS = 600;

/** The ids of uploads that have expired, the oldest first, at most `limit`. */
export async function findExpiredUploads(pool: Pool, limit: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from uploads where created_at <= now() - make_interval(secs => $1) order by created_at limit $2`,
    [EXTENSION_BOUNDS.uploadAge.max / 1000 + GRACE_SECONDS, limit],
  );
  return rows.map(({ id }) => id);
}

/** Removes the rows of uploads whose bytes are removed. */
export async function removeExpiredUploads(pool: Pool, ids: readonly string[]): Promise<void> {
  await pool.query(`delete from uploads where id = any ($1::uuid[])`, [ids]);
}

/** Those of the ids that no upload has. */
export async function findLostUploads(pool: Pool, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from unnest($1::uuid[]) as stored (id) where not exists (select from uploads u where u.id = stored.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}
