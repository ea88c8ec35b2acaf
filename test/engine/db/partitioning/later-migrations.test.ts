import { afterAll, beforeAll, expect, it } from 'vitest';
import { partitionSubscribers } from '../../../../engine/db/partitioning/partition-subscribers.ts';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { readMigrations } from '../../../../engine/db/schema/migration.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** The last migration of the version that brought partitions: later ones meet tables with and without. */
const LAST_WITHOUT = 29;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ isMigrated: false });
});
afterAll(() => database.drop());

it('every migration since there are partitions runs on a partitioned table', async () => {
  const first = readMigrations().filter(({ version }) => version <= LAST_WITHOUT);
  await migrate(database.url, { migrations: first });
  await partitionSubscribers(database.pool, 2, () => undefined);
  await migrate(database.url);
  const { rows } = await database.pool.query('select count(*) as n from subscribers');
  expect(rows).toEqual([{ n: 0 }]);
});
