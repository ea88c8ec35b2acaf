import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { partitionSubscribers } from '../../../../engine/db/partitioning/partition-subscribers.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** The last migration of the version that brought partitions: later ones meet tables with and without. */
const LAST_WITHOUT = 29;
const MIGRATIONS = new URL('../../../../engine/db/migrations/', import.meta.url);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterAll(() => database.drop());

it('every migration since there are partitions runs on a partitioned table', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort();
  const apply = async (names: readonly string[]) => {
    for (const name of names) await database.pool.query(await readFile(new URL(name, MIGRATIONS), 'utf8'));
  };
  await apply(files.filter((name) => Number.parseInt(name) <= LAST_WITHOUT));
  await partitionSubscribers(database.pool, 2, () => undefined);
  await apply(files.filter((name) => Number.parseInt(name) > LAST_WITHOUT));
  const { rows } = await database.pool.query('select count(*) as n from subscribers');
  expect(rows).toEqual([{ n: 0 }]);
});
