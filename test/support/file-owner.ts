import type { Pool } from 'pg';
import type { FileOwner } from '../../engine/domain/file-owner.ts';
import { sourceKey } from '../../engine/files/source-key.ts';

/** Reads whose the files of a job are. @throws when there is no such job */
export async function fileOwner(
  pool: Pool,
  id: number,
  table: 'subscriber_imports' | 'subscriber_exports' = 'subscriber_imports',
): Promise<FileOwner> {
  const { rows } = await pool.query<FileOwner>(`select id, job_key as "jobKey" from ${table} where id = $1`, [id]);
  const [owner] = rows;
  if (owner === undefined) throw new Error(`There is no job ${id} in ${table}.`);
  return owner;
}

/** Reads the key of the source of an import. @throws when there is no such import */
export async function storedSourceKey(pool: Pool, importId: number): Promise<string> {
  return sourceKey(await fileOwner(pool, importId));
}
