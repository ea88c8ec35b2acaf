import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createList } from './api-client.ts';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { watchManners } from './manners.ts';
import { median } from './median.ts';
import type { Manners, Watched } from './manners.ts';
import { SMALL_ROWS, smallOrder } from './small-imports.ts';
import { timeImport } from './timed-import.ts';

/** Measurements of deletions of large lists. */
export interface ListDeletion {
  readonly subscribers: number;
  /** One bare DELETE of an equal list in the same table; the median of the rounds, as the next one. */
  readonly bareSeconds: number;
  /** From the DELETE of the API until the deletion is finished, with nothing else running. */
  readonly seconds: number;
  /** Latencies of other clients, who use another list, during the deletion of more lists. */
  readonly manners: Manners;
}

const ROUNDS = 3;
/** Copies that are deleted while others call: during a single deletion they make so few calls that the slowest one is the p99. */
const WATCHED = 3;

/**
 * Deletes copies of a list, in turn by one statement and through the API; then further copies while others call. Each copy lies
 * in the table as the one before it did, among the rows of the list itself.
 */
export async function timeListDeletion(bench: Bench, list: BenchList): Promise<ListDeletion> {
  const rounds: Omit<ListDeletion, 'manners'>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { subscribers, bareSeconds } = await timeBareDelete(bench, await copyList(bench, list));
    rounds.push({ subscribers, bareSeconds, seconds: await deleteList(bench, await copyList(bench, list)) });
  }
  const medianOf = (name: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[name]));
  return {
    ...{ subscribers: medianOf('subscribers'), bareSeconds: medianOf('bareSeconds'), seconds: medianOf('seconds') },
    manners: await watchDeletions(bench, list),
  };
}

/** Copies a list. The vacuum frees room for the copy, as it would be if others had used the table in between. */
async function copyList({ api, pool }: Bench, { id, fieldIds }: BenchList): Promise<BenchList> {
  const copy = await createList(api, `To delete ${randomUUID()}`);
  await pool.query('vacuum subscribers');
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email, status, subscribe_time, custom_fields)
     select $2, key, email, status, subscribe_time, custom_fields from subscribers where mailing_list_id = $1 order by id`,
    [id, copy.id],
  );
  await pool.query(
    `insert into subscriber_counts (mailing_list_id, active)
     select $2, active from subscriber_counts where mailing_list_id = $1`,
    [id, copy.id],
  );
  return { id: copy.id, fieldIds };
}

async function watchDeletions(bench: Bench, list: BenchList): Promise<Manners> {
  const other = await createList(bench.api, 'Beside a deletion');
  const { id: importId } = await timeImport(bench.api, smallOrder(other.id, 0), bench.signal);
  const others = { list: other, rows: SMALL_ROWS, importId };
  const watchOne = async (earlier?: Watched): Promise<Watched> => {
    const copy = await copyList(bench, list);
    return watchManners(bench, others, () => deleteList(bench, copy), earlier);
  };
  let watched = await watchOne();
  for (let copy = 1; copy < WATCHED; copy++) watched = await watchOne(watched);
  return watched.manners;
}

/** @returns the seconds that it took */
async function deleteList(bench: Bench, { id }: BenchList): Promise<number> {
  const { api, signal } = bench;
  const { delete_confirmation_code: code } = confirmation.parse(
    await api.get(`/mailing_lists/${id}/delete_confirmation_code`),
  );
  const startedAt = performance.now();
  await api.delete(`/mailing_lists/${id}/confirmed/${code}`);
  while (!(await isFinished(bench, id))) await delay(POLL_MS, undefined, { signal });
  return (performance.now() - startedAt) / 1000;
}

async function timeBareDelete({ pool }: Bench, { id }: BenchList) {
  const startedAt = performance.now();
  const { rowCount } = await pool.query('delete from subscribers where mailing_list_id = $1', [id]);
  return { subscribers: rowCount ?? 0, bareSeconds: (performance.now() - startedAt) / 1000 };
}

async function isFinished({ pool }: Bench, listId: number): Promise<boolean> {
  const { rows } = await pool.query<{ left: boolean }>(
    `select finished_at is null as left from list_deletions where mailing_list_id = $1`,
    [listId],
  );
  return rows[0]?.left === false;
}

/** Shorter than what is measured. */
const POLL_MS = 10;
const confirmation = z.object({ delete_confirmation_code: z.string() });
