import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { imbalances } from '../../checks/balance.ts';
import { reportOf } from '../../checks/outcome.ts';
import type { Random } from '../../random.ts';
import { COLUMN_MAPPING, makeCsvFile } from '../../sources/csv-file.ts';
import type { Api } from '../../world/api.ts';

/** An import of the other tenant, measured and compared with its file. */
export interface SteadyImport {
  readonly id: number | null;
  readonly ms: number;
  readonly wrong: string | null;
}

/**
 * Imports a file of that many rows, waits for its end and compares its counters and logs with the rows. The time is from
 * the POST to the end that the import records.
 */
export async function importOnce(
  api: Api,
  pool: pg.Pool,
  { listId, random, rows, prefix }: { listId: number; random: Random; rows: number; prefix: string },
): Promise<SteadyImport> {
  const file = makeCsvFile(random, { rows, prefix });
  const subscriber_import = {
    column_mapping: COLUMN_MAPPING,
    overwrite: true,
    file_source: { type: 'json', content: file.content },
  };
  const began = Date.now();
  const { id } = (await api.demand('POST', `/mailing_lists/${listId}/subscriber_imports`, { subscriber_import })) as {
    id: number;
  };
  const ended = await untilEnded(pool, id);
  if (ended === null) return { id, ms: LIMIT_MS, wrong: `import ${id} has not ended within ${LIMIT_MS / 1000} s` };
  const ms = ended - began;
  const report = await reportOf({ api }, id);
  const { state, error_message: reason } = report.detail;
  const wrong = state === 'finished' ? imbalances(file, report) : [`it is ${state}: ${reason}`];
  return { id, ms, wrong: wrong.length === 0 ? null : `import ${id}: ${wrong.join('; ')}` };
}

const LIMIT_MS = 180_000;
const POLL_MS = 100;

/** Epoch milliseconds; null when the import runs on for too long. */
async function untilEnded(pool: pg.Pool, id: number): Promise<number | null> {
  for (const began = Date.now(); Date.now() - began < LIMIT_MS; await delay(POLL_MS)) {
    const { rows } = await pool.query<{ finished_at: Date | null }>(
      'select finished_at from subscriber_imports where id = $1',
      [id],
    );
    const finishedAt = rows[0]?.finished_at ?? null;
    if (finishedAt !== null) return finishedAt.getTime();
  }
  return null;
}
