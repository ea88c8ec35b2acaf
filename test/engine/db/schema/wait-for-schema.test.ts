import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { waitForSchema, watchSchema } from '../../../../engine/db/schema/wait-for-schema.ts';
import { createTestDatabase } from '../../../support/database.ts';

function createLog() {
  const lines: { msg: string; reason?: string }[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]);
  return { lines, log: pino({ level: 'info' }, { write }) };
}

it('waits for the migrations of an empty database, and says so once', async () => {
  const database = await createTestDatabase({ isMigrated: false });
  onTestFinished(() => database.drop());
  const { lines, log } = createLog();
  let pauses = 0;
  await waitForSchema(database.pool, log, async () => {
    if (++pauses === 3) await migrate(database.url);
  });
  expect(pauses).toBe(3);
  expect(lines.map(({ msg, reason }) => reason ?? msg)).toEqual([
    'The database has no tables of Sluice. Run npx sluice migrate.',
    'the schema of the database has changed: this process starts',
  ]);
});

it('waits for nothing when the schema is the right one', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { lines, log } = createLog();
  await waitForSchema(database.pool, log, () => Promise.reject(new Error('It waited.')));
  expect(lines).toEqual([]);
});

it('notices a later schema once, and not that Postgres does not answer', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { log } = createLog();
  let looks = 0;
  let isAway = true;
  const pool = {
    query: ((...query: Parameters<typeof database.pool.query>) => {
      looks++;
      return isAway ? Promise.reject(new Error('Connection terminated')) : database.pool.query(...query);
    }) as typeof database.pool.query,
  };
  let faults = 0;
  const stop = watchSchema(pool, log, () => faults++, 5);
  onTestFinished(stop);
  await expect.poll(() => looks).toBeGreaterThan(2);
  isAway = false;
  await expect.poll(() => looks).toBeGreaterThan(6);
  expect(faults).toBe(0);
  await database.pool.query(`insert into schema_migrations (version, name, md5) values (9999, 'later', '')`);
  await database.pool.query(`comment on table schema_migrations is null`);
  await expect.poll(() => faults).toBe(1);
});
