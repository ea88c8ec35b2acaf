import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createList } from './api-client.ts';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { watchManners } from './manners.ts';
import type { Manners } from './manners.ts';
import { SMALL_ROWS, smallOrder } from './small-imports.ts';
import { timeImport } from './timed-import.ts';

/** How the deletion of a large list went. */
export interface ListDeletion {
  readonly subscribers: number;
  /** One bare DELETE of the same rows in an equal table. */
  readonly bareSeconds: number;
  readonly seconds: number;
  /** How others, who use another list, fare meanwhile. */
  readonly manners: Manners;
}

/** Deletes a list through the API, after its rows were deleted from a copy of the table by one statement. */
export async function timeListDeletion(bench: Bench, list: BenchList): Promise<ListDeletion> {
  const { api, signal } = bench;
  const { subscribers, bareSeconds } = await timeBareDelete(bench, list);
  const other = await createList(api, 'Beside a deletion');
  const { id: importId } = await timeImport(api, smallOrder(other.id, 0), signal);
  const { delete_confirmation_code: code } = confirmation.parse(
    await api.get(`/mailing_lists/${list.id}/delete_confirmation_code`),
  );
  const { result, manners } = await watchManners(
    bench,
    { importId: () => importId, list: other, rows: SMALL_ROWS },
    async () => {
      const startedAt = performance.now();
      await api.delete(`/mailing_lists/${list.id}/confirmed/${code}`);
      while (!(await isFinished(bench, list.id))) await delay(POLL_MS, undefined, { signal });
      return (performance.now() - startedAt) / 1000;
    },
  );
  return { subscribers, bareSeconds, seconds: result, manners };
}

async function timeBareDelete({ pool }: Bench, list: BenchList) {
  await pool.query(`create table ${TABLE} (like subscribers including all)`);
  const { rowCount } = await pool.query(
    `insert into ${TABLE} select * from subscribers where mailing_list_id = $1 order by id`,
    [list.id],
  );
  const startedAt = performance.now();
  await pool.query(`delete from ${TABLE} where mailing_list_id = $1`, [list.id]);
  const bareSeconds = (performance.now() - startedAt) / 1000;
  await pool.query(`drop table ${TABLE}`);
  return { subscribers: rowCount ?? 0, bareSeconds };
}

async function isFinished({ pool }: Bench, listId: number): Promise<boolean> {
  const { rows } = await pool.query<{ left: boolean }>(
    `select finished_at is null as left from list_deletions where mailing_list_id = $1`,
    [listId],
  );
  return rows[0]?.left === false;
}

const TABLE = 'bench_delete';
/** Shorter than what is measured. */
const POLL_MS = 10;
const confirmation = z.object({ delete_confirmation_code: z.string() });
