import { afterAll, beforeAll, expect, it } from 'vitest';
import { isPostgresAway } from '../../../../engine/db/core/postgres-away.ts';
import { createDatabase, sql } from '../../../../engine/db/core/slonik.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';
import { startSilentRelay, through } from '../../../support/silent-relay.ts';

/** Each of three in turn may take as long as a connection may, on a machine that is busy. */
const WITHIN_MS = 14_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterAll(() => database.drop());

it('callers who wait for a connection that cannot be made fail with it, each', async () => {
  const relay = await startSilentRelay(Number(new URL(database.url).port));
  const db = await createDatabase(through(relay, database.url), { connections: 1 });
  const query = () => db.query({ ...sql.unsafe`select`, sql: 'select 1' });
  relay.fallSilent();
  const began = performance.now();
  const times = await Promise.all(
    [1, 2, 3].map(() =>
      query().then(
        () => Infinity,
        () => performance.now() - began,
      ),
    ),
  );
  expect(Math.max(...times)).toBeLessThan(WITHIN_MS);
  relay.speak();
  await expect(query()).resolves.toMatchObject({ rowCount: 1 });
  await relay.close();
  await db.end();
});

it('a connection for a call is given up after 3 s', async () => {
  const relay = await startSilentRelay(Number(new URL(database.url).port));
  const db = await createDatabase(through(relay, database.url), { connections: 1 });
  relay.fallSilent();
  const began = performance.now();
  const error = await db.query({ ...sql.unsafe`select`, sql: 'select 1' }).catch((thrown: unknown) => thrown);
  expect(performance.now() - began).toBeLessThan(4_500);
  expect(isPostgresAway(error)).toBe(true);
  await relay.close();
  await db.end();
});
