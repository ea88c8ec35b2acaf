import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';

const CONNECTIONS = 12;
let engine: TestEngine;
beforeAll(async () => {
  const pieces = { RANGE_BYTES: '1000', CHUNK_ROWS: '50' };
  engine = await startTestEngine({
    ...pieces,
    WORKER_CONCURRENCY: '4',
    WORKER_CONNECTIONS: String(CONNECTIONS),
  });
});
afterAll(() => engine.stop());

it('a worker imports many files with as few connections as it may open', async () => {
  const rows = Array.from({ length: 400 }, (_, i) => `p${i}@example.com\n`).join('');
  const lists: number[] = [];
  for (let i = 0; i < 6; i++) lists.push(await createList(engine, `List ${i}`));
  const imports = await Promise.all(
    lists.flatMap((list) => [
      engine.upload(`large-${list}.csv`, `email\n${rows}`).then(() => createImport(engine, list, fileOf(list))),
      createImport(engine, list, `email\nsmall@example.com\n`),
    ]),
  );
  let most = 0;
  const counting = setInterval(() => void countSessions().then((count) => (most = Math.max(most, count))), 50);
  for (const id of imports) expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
  clearInterval(counting);

  for (const list of lists) expect(await emailsOf(engine, list)).toHaveLength(401);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(CONNECTIONS);
});

const fileOf = (list: number) => ({ type: 'upload_directory', filename: `large-${list}.csv` });

async function countSessions(): Promise<number> {
  const { rows } = await engine.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and application_name = 'sluice-worker'`,
  );
  return rows[0]?.count ?? 0;
}
