import type { Pool } from 'pg';
import { EXTENSION_BOUNDS } from '../../domain/extension-bounds.ts';

/** Seconds that a call which began before the upload expired may still write. */
const GRACE_SECONDS = 600;

/** The ids of the uploads that have expired. */
export async function findExpiredUploads(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from uploads where created_at <= now() - make_interval(secs => $1) order by created_at`,
    [EXTENSION_BOUNDS.uploadAge.max / 1000 + GRACE_SECONDS],
  );
  return rows.map(({ id }) => id);
}

/** Removes the row of an upload whose bytes are removed. */
export async function removeExpiredUpload(pool: Pool, id: string): Promise<void> {
  await pool.query(`delete from uploads where id = $1`, [id]);
}
