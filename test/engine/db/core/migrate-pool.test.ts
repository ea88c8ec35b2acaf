import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

describe('createPool', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('reads int8 and int8[] as numbers', async () => {
    const { rows } = await database.pool.query(
      `select 9007199254740991::int8 as one, array[1, 9007199254740991]::int8[] as many, null::int8 as none`,
    );

    expect(rows).toEqual([{ one: 9007199254740991, many: [1, 9007199254740991], none: null }]);
  });

  it('survives connections that break while nobody uses them', async () => {
    await database.pool.query('select 1');
    const admin = await createTestDatabase();
    const broken = new Promise((resolve) => database.pool.once('error', resolve));
    await admin.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      new URL(database.url).pathname.slice(1),
    ]);
    await broken;

    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await admin.drop();
  });
});
