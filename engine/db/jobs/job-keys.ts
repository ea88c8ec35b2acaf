import type { JobRows } from '../core/own-row.ts';
import type { Queryable } from '../core/connections.ts';

/** Key and creation time of a job, from its row. */
export interface FoundRow {
  /** Null for a job of a version without keys. */
  readonly key: string | null;
  readonly createdAt: Date;
}

/** Reads the rows of jobs of a kind, by their ids; one that is missing is not in the answer. */
export async function readJobKeys(
  db: Queryable,
  { table, idColumn }: JobRows,
  ids: readonly number[],
): Promise<ReadonlyMap<number, FoundRow>> {
  const { rows } = await db.query<FoundRow & { readonly id: number }>(
    `select ${idColumn} as id, job_key as key, created_at as "createdAt" from ${table} where ${idColumn} = any($1)`,
    [ids],
  );
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}
