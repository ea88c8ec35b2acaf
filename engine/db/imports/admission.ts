import type { PoolClient } from 'pg';
import { stagingTable } from './staging.ts';

/** Reads the number of subscribers that an organization may still add; locks the organization until the transaction ends. */
export async function lockRoom(client: PoolClient, organizationId: number): Promise<number> {
  const limits = await client.query<{ subscriber_limit: number }>(
    `select coalesce(subscriber_limit, 9007199254740991) as subscriber_limit from organizations where id = $1 for no key update`,
    [organizationId],
  );
  const { rows } = await client.query<{ n: number }>(
    `select coalesce(sum(c.active + c.bounced + c.unsubscribed + c.scomp + c.deactivated), 0)::bigint as n
       from mailing_lists l join subscriber_counts c on c.mailing_list_id = l.id
      where l.organization_id = $1 and l.deleted_at is null`,
    [organizationId],
  );
  return Math.max(0, (limits.rows[0]?.subscriber_limit ?? 0) - (rows[0]?.n ?? 0));
}

/** The rows of a chunk that name a key first; a subscriber of the list is looked up by an index, however few rows Postgres takes the list for. */
function firstRows(importId: number, chunk: number, condition: string): string {
  return `(select key, min(row_number) as row_number from ${stagingTable(importId, chunk)} group by key) f
      where ${condition} not exists (select 1 from subscribers s where s.mailing_list_id = $1 and s.key = f.key)`;
}

const BY_INDEX = `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local enable_memoize = off; set local jit = off;
  set local max_parallel_workers_per_gather = 0; set local work_mem = '64MB'`;

/** Counts the new subscribers of a chunk by the range of the source that names them first. @returns the ranges that have any */
export async function countNewByRange(
  client: PoolClient,
  chunk: { importId: number; mailingListId: number; chunk: number },
  rowsPerRange: number,
): Promise<readonly (readonly [range: number, added: number])[]> {
  await client.query(BY_INDEX);
  const { rows } = await client.query<{ range: number; added: number }>(
    `select (row_number - 1) / $2::bigint as range, count(*) as added from ${firstRows(chunk.importId, chunk.chunk, '')} group by 1`,
    [chunk.mailingListId, rowsPerRange],
  );
  return rows.map(({ range, added }) => [range, added]);
}

/** Reads the numbers of a chunk's rows, between two (the second one excluded), that name a new subscriber first. */
export async function readNewRows(
  client: PoolClient,
  { importId, mailingListId, chunk }: { importId: number; mailingListId: number; chunk: number },
  [from, to]: readonly [number, number],
): Promise<readonly number[]> {
  await client.query(BY_INDEX);
  const { rows } = await client.query<{ row_number: number }>(
    `select row_number from ${firstRows(importId, chunk, 'f.row_number >= $2 and f.row_number < $3 and')}`,
    [mailingListId, from, to],
  );
  return rows.map((row) => row.row_number);
}

/** Notes up to which row number new subscribers are admitted, unless that is noted. */
export async function writeCutoff(client: PoolClient, importId: number, cutoff: number): Promise<void> {
  await client.query(`update subscriber_imports set admission_cutoff = $2 where id = $1 and admission_cutoff is null`, [
    importId,
    cutoff,
  ]);
}
