import { afterAll, beforeAll, expect, it } from 'vitest';
import { planLines } from '../../../../engine/cli/migration-plan.ts';
import { planMigrations } from '../../../../engine/db/schema/plan.ts';
import { parseMigration, readMigrations } from '../../../../engine/db/schema/migration.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`insert into subscribers (mailing_list_id, key, email)
    select 1, 'k' || n, 'k' || n from generate_series(1, 5000) n; analyze subscribers`);
});
afterAll(() => database.drop());

it('says that nothing is pending', async () => {
  expect(planLines(await planMigrations(database.pool))).toEqual(['The schema is up to date.']);
});

it('names the locks, the sizes and the time of each pending migration', async () => {
  const added = [
    '-- Adds a column.\n-- Earlier versions continue with this schema.\nalter table subscribers add column a text, add column b int;',
    '-- Adds an index.\n-- Runs outside a transaction.\n-- Versions from schema 48 on continue with this schema.\n' +
      'create index concurrently if not exists subscribers_a on subscribers (a);',
    '-- Does more.\nalter table subscribers add unique (no_column); alter table later alter column c type text; do $$ begin end $$;',
  ].map((text, index) => parseMigration(`${9001 + index}.do.added-${index}.sql`, text));
  const plan = await planMigrations(database.pool, [...readMigrations(), ...added]);
  expect(plan[1]?.steps).toMatchObject([
    { table: 'subscribers', lock: 'share update exclusive', work: 'concurrent index', size: { rows: 5000 } },
  ]);
  expect(plan[1]?.steps[0]?.atLeastSeconds).toBeGreaterThan(0);
  expect(plan[1]?.steps[0]?.indexSeconds).toBeGreaterThan(0);
  // The column of the index was there for the sample only.
  await expect(database.pool.query('select a from subscribers')).rejects.toThrow('column "a" does not exist');
  expect(planLines(plan)).toEqual([
    '9001 added-0: Adds a column.',
    '   One transaction. Earlier versions continue.',
    '   subscribers: add column a text; calls that use the table wait; reads no rows; about 5,000 rows, 1 MiB; a moment',
    '   subscribers: add column b int; calls that use the table wait; reads no rows; about 5,000 rows, 1 MiB; a moment',
    '9002 added-1: Adds an index.',
    '   Each statement by itself. Versions from schema 48 on continue.',
    expect.stringMatching(
      /^ {3}subscribers: create index concurrently; no call waits; reads all rows twice and builds an index; about 5,000 rows, 1 MiB; at least 1 s, and about 1 s for the index$/,
    ),
    '9003 added-2: Does more.',
    '   One transaction. Processes of earlier versions stop.',
    expect.stringMatching(/^ {3}subscribers: add unique .*; at least 1 s, and the index, whose time is not known$/),
    '   later: alter column c type text; calls that use the table wait; writes all rows again; size not known; time not known',
    '   do $$ begin end $$: not known',
  ]);
});

it('knows what every migration so far does, but for scripts', async () => {
  const empty = await createTestDatabase({ isMigrated: false });
  try {
    const plan = await planMigrations(empty.pool);
    expect(plan).toHaveLength(readMigrations().length);
    const unknown = plan.flatMap(({ steps }) => steps.filter(({ work }) => work === null).map(({ action }) => action));
    expect(unknown.filter((action) => !/^(?:do|select|with)\b/i.test(action))).toEqual([]);
  } finally {
    await empty.drop();
  }
});

it('estimates how long a larger index takes by the same index on a part of the rows', async () => {
  const large = await createTestDatabase();
  try {
    await large.pool.query(`insert into subscribers (mailing_list_id, key, email)
      select 1, md5(n::text) || '@example.com', md5(n::text) || '@example.com' from generate_series(1, 400000) n; analyze subscribers`);
    const text =
      '-- Adds an index.\n-- Runs outside a transaction.\ncreate index concurrently if not exists subscribers_e on subscribers (email);';
    const plan = await planMigrations(large.pool, [...readMigrations(), parseMigration('9001.do.index.sql', text)]);
    const estimated = plan[0]?.steps[0]?.indexSeconds ?? 0;
    const began = performance.now();
    await large.pool.query('create index subscribers_e on subscribers (email)');
    const took = (performance.now() - began) / 1000;
    expect(estimated).toBeGreaterThan(took / 8);
    expect(estimated).toBeLessThan(took * 8);
  } finally {
    await large.drop();
  }
});
