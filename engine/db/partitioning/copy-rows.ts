import type { PoolClient } from 'pg';
import { lockProgress, requireSameColumns } from './progress.ts';
import { COPY } from './table-statements.ts';

/**
 * Copies the next rows, in the order of lists and ids, and moves the cursor on; in the caller's transaction. A row that was
 * written since the copy began is in the log of changes, and right in the copy after applyChanges.
 * @returns whether all rows are copied
 */
export async function copyRows(client: PoolClient, limit: number): Promise<boolean> {
  const { copied } = await lockProgress(client);
  if (copied.isDone) return true;
  const columns = await requireSameColumns(client);
  // The primary key has the order of the cursor, whatever the statistics say.
  await client.query(
    'set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off; set local jit = off',
  );
  const { rows } = await client.query<{ isDone: boolean }>(
    `with page as materialized (
       select * from subscribers where (mailing_list_id, id) > ($1, $2) order by mailing_list_id, id limit $3
     ), copying as (
       insert into ${COPY}.subscribers (${columns}) select ${columns} from page on conflict do nothing
     ), last (list, row, number) as (
       select mailing_list_id, id, row_number() over (order by mailing_list_id, id) from page
        order by mailing_list_id desc, id desc limit 1
     )
     update ${COPY}.progress
        set copied_list = coalesce((select list from last), copied_list), copied_id = coalesce((select row from last), copied_id),
            rows_copied = rows_copied + coalesce((select number from last), 0),
            copied_at = case when coalesce((select number from last), 0) < $3 then now() end
      returning copied_at is not null as "isDone"`,
    [copied.list, copied.id, limit],
  );
  return rows[0]?.isDone === true;
}

/**
 * Writes rows that are logged as changed to the copy, as they are now. The caller's transaction sees one moment throughout: it
 * is REPEATABLE READ, or has locked the table. @returns how many entries of the log it has taken
 */
export async function applyChanges(client: PoolClient, limit: number): Promise<number> {
  const { rows } = await client.query<{ lists: number[] | null; ids: number[] | null; taken: number }>(
    `with taken as (
       delete from ${COPY}.changes where ctid = any (array(select ctid from ${COPY}.changes limit $1))
       returning mailing_list_id, id
     ), changed as (select distinct mailing_list_id, id from taken)
     select array_agg(mailing_list_id) as lists, array_agg(id) as ids, (select count(*) from taken) as taken from changed`,
    [limit],
  );
  const [row] = rows;
  if (row === undefined || row.taken === 0) return 0;
  const columns = await requireSameColumns(client);
  await client.query(
    `set local enable_hashjoin = off; set local enable_mergejoin = off; set local enable_seqscan = off;
     set local enable_bitmapscan = off; set local jit = off`,
  );
  const changed = 'unnest($1::bigint[], $2::bigint[]) changed (list, row)';
  const write = (statement: string) => client.query(statement, [row.lists, row.ids]);
  await write(
    `delete from ${COPY}.subscribers c using ${changed} where c.mailing_list_id = changed.list and c.id = changed.row`,
  );
  // Another row of the copy may still have the key that a changed row has now: that one is logged, too, and comes back.
  await write(
    `delete from ${COPY}.subscribers c using ${changed} join subscribers s on s.mailing_list_id = changed.list and s.id = changed.row
      where c.mailing_list_id = changed.list and c.key = s.key`,
  );
  await write(
    `insert into ${COPY}.subscribers (${columns})
     select ${columns} from ${changed} join subscribers s on s.mailing_list_id = changed.list and s.id = changed.row`,
  );
  return row.taken;
}
