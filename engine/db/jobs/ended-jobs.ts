import type { Queryable } from '../core/connections.ts';
import type { JobRows } from '../core/own-row.ts';

/** Reads which jobs of a kind ended longer than that ago, by their ids; none of a kind whose jobs may go on after their end. */
export async function readEndedJobs(
  db: Queryable,
  { table, idColumn, endColumn }: JobRows,
  { ids, agoSeconds }: { readonly ids: readonly number[]; readonly agoSeconds: number },
): Promise<ReadonlySet<number>> {
  if (endColumn === undefined || ids.length === 0) return new Set();
  const { rows } = await db.query<{ readonly id: number }>(
    `select ${idColumn} as id from ${table}
    where ${idColumn} = any($1) and ${endColumn} < now() - make_interval(secs => $2)`,
    [ids, agoSeconds],
  );
  return new Set(rows.map(({ id }) => id));
}
