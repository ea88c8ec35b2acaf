import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { API_PREFIX } from '../../api/http/prefix.ts';
import type { BenchList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { median } from './median.ts';

/** Measurements of the export of a list, next to COPY of the same rows and columns; medians of a few rounds. */
export interface ListExport {
  readonly subscribers: number;
  /** COPY (select …) to stdout, in whatever order Postgres finds the rows. */
  readonly copySeconds: number;
  /** The same in the order of the file. */
  readonly orderedCopySeconds: number;
  /** From the POST until the export is finished. */
  readonly seconds: number;
  /** The download of its file. */
  readonly megabytesPerSecond: number;
}

const ROUNDS = 3;
/**
 * Each GET takes some milliseconds of the processors that write the file: every 10 ms, a fifth of all that the export took. So the
 * state is polled twice a second, and the end is read from the row of the export.
 */
const POLL_MS = 500;

/** Exports a list through the API, in turns with bare COPYs of it, and downloads the file. @throws Error when rows are missing */
export async function timeExport(bench: Bench, list: BenchList): Promise<ListExport> {
  const rounds: ListExport[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    bench.signal.throwIfAborted();
    const copySeconds = await timeCopyOut(bench.pool, list, '');
    const { id, subscribers, seconds } = await exportOnce(bench, list);
    const orderedCopySeconds = await timeCopyOut(bench.pool, list, 'order by key');
    const megabytesPerSecond = await download(bench, id);
    rounds.push({ subscribers, copySeconds, orderedCopySeconds, seconds, megabytesPerSecond });
  }
  const medianOf = (name: keyof ListExport) => median(rounds.map((round) => round[name]));
  return {
    subscribers: medianOf('subscribers'),
    copySeconds: medianOf('copySeconds'),
    orderedCopySeconds: medianOf('orderedCopySeconds'),
    seconds: medianOf('seconds'),
    megabytesPerSecond: medianOf('megabytesPerSecond'),
  };
}

async function timeCopyOut(pool: Pool, { id, fieldIds }: BenchList, order: string): Promise<number> {
  const fields = fieldIds.map((fieldId) => `custom_fields ->> '${fieldId}'`);
  const statement = `copy (
    select email, status, subscribe_time, subscribe_ip, remove_time, remove_ip, ${fields.join(', ')}
      from subscribers where mailing_list_id = ${id} ${order}
  ) to stdout (format csv)`;
  const client = await pool.connect();
  try {
    const startedAt = performance.now();
    for await (const block of client.query(copyTo(statement))) void block;
    return (performance.now() - startedAt) / 1000;
  } finally {
    client.release();
  }
}

async function exportOnce({ api, pool, signal }: Bench, list: BenchList) {
  const startedAt = Date.now();
  const { id } = record.parse(
    await api.post(`/mailing_lists/${list.id}/subscriber_exports`, { subscriber_export: {} }),
  );
  for (;;) {
    const { state, stats } = record.parse(await api.get(`/subscriber_exports/${id}`));
    if (state === 'finished') {
      const seconds = (Number(await finishedAt(pool, id)) - startedAt) / 1000;
      return { id, seconds, subscribers: stats.subscribers_exported };
    }
    if (state === 'failed' || state === 'cancelled') throw new Error(`The export ended as ${state}.`);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Postgres runs on the machine of the bench, by its clock. */
async function finishedAt(pool: Pool, id: number): Promise<Date> {
  const { rows } = await pool.query<{ finished_at: Date }>(`select finished_at from subscriber_exports where id = $1`, [
    id,
  ]);
  if (rows[0] === undefined) throw new Error(`There is no export ${id}.`);
  return rows[0].finished_at;
}

async function download({ apiUrl, apiKey, signal }: Bench, id: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${apiUrl}${API_PREFIX}/subscriber_exports/${id}/file`, {
    headers: { authorization: `Basic ${apiKey}` },
    signal,
  });
  if (!response.ok || response.body === null) throw new Error(`The file was answered ${response.status}.`);
  let bytes = 0;
  for await (const block of response.body as AsyncIterable<Uint8Array>) bytes += block.length;
  return bytes / 1e6 / ((performance.now() - startedAt) / 1000);
}

const record = z.object({
  id: z.number(),
  state: z.string(),
  stats: z.object({ subscribers_exported: z.number() }),
});
