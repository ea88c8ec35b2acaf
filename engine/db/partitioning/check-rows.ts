import type { PoolClient } from 'pg';
import { SluiceError } from '../../platform/errors.ts';
import { lockProgress, requireSameColumns } from './progress.ts';
import { COPY } from './table-statements.ts';

/**
 * Compares the next rows with their copies, in the order of lists and ids, and moves the cursor on; in the caller's transaction.
 * Rows that wait in the log of changes may differ. @returns whether all rows are compared; @throws SluiceError when some differ
 */
export async function checkRows(client: PoolClient, limit: number): Promise<boolean> {
  const { checked } = await lockProgress(client);
  if (checked.isDone) return true;
  await requireSameColumns(client);
  await client.query('set local enable_seqscan = off; set local enable_bitmapscan = off; set local jit = off');
  // The end of the page before the comparison: a row that is added later, before that end, is in the log.
  const ends = await client.query<{ list: number; id: number }>(
    `select mailing_list_id as list, id from subscribers
      where (mailing_list_id, id) > ($1, $2) order by mailing_list_id, id offset $3 - 1 limit 1`,
    [checked.list, checked.id, limit],
  );
  const [end] = ends.rows;
  const until = end === undefined ? '' : 'and (mailing_list_id, id) <= ($3, $4)';
  const bounds = [checked.list, checked.id, ...(end === undefined ? [] : [end.list, end.id])];
  const hashed = (table: string) =>
    `select mailing_list_id, id, hash_record_extended(r, 0) as hash from ${table} r where (mailing_list_id, id) > ($1, $2) ${until}`;
  const compared = await client.query<{ rows: number; differing: number }>(
    `with original as materialized (${hashed('subscribers')}), copied as materialized (${hashed(`${COPY}.subscribers`)}),
     different as (
       select mailing_list_id, id from original full join copied using (mailing_list_id, id)
        where original.hash is distinct from copied.hash
       except select mailing_list_id, id from ${COPY}.changes
     )
     select (select count(*) from original) as rows, (select count(*) from different) as differing`,
    bounds,
  );
  const { rows = 0, differing = 0 } = compared.rows[0] ?? {};
  if (differing > 0) {
    throw new SluiceError(
      'internal_error',
      `${differing} rows of the copy differ from subscribers, which is unchanged. Drop the copy: npx sluice partition --undo`,
    );
  }
  await client.query(
    `update ${COPY}.progress
        set checked_list = coalesce($1, checked_list), checked_id = coalesce($2, checked_id), rows_checked = rows_checked + $3,
            checked_at = case when $1::bigint is null then now() end`,
    [end?.list ?? null, end?.id ?? null, rows],
  );
  return end === undefined;
}
