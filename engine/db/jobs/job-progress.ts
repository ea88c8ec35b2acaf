import type { Pool } from 'pg';

/** Reads the progress of a job from a table that has it in `progress_value` and `progress_total`; `total` is 0 while it is not known. */
export async function readJobProgress(
  pool: Pool,
  table: string,
  id: number,
): Promise<{ readonly done: number; readonly total: number }> {
  const { rows } = await pool.query<{ done: number; total: number }>(
    `select progress_value as done, coalesce(progress_total, 0) as total from ${table} where id = $1`,
    [id],
  );
  return rows[0] ?? { done: 0, total: 0 };
}
