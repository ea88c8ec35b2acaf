import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../engine/db/schema/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/database.ts';

describe('migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('applies nothing to a schema that is up to date', async () => {
    expect(await migrate(database.url)).toEqual([]);
  });

  it('applies each migration once when several processes start together', async () => {
    await database.pool.query('drop schema public, staging cascade; create schema public');

    const applied = await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);

    expect(applied.flat().sort((a, b) => a - b)).toEqual(await versions(database));
    expect(applied.filter((list) => list.length > 0)).toHaveLength(1);
  });

  it('refuses a migration that was edited after it was applied', async () => {
    await database.pool.query(`update schema_migrations set md5 = 'other' where version = 1`);

    await expect(migrate(database.url)).rejects.toThrow(
      'Migrations of this version are not those that were applied: 1.',
    );
  });
});

async function versions({ pool }: TestDatabase): Promise<number[]> {
  const { rows } = await pool.query<{ version: number }>(
    'select version from schema_migrations where version > 0 order by version',
  );
  return rows.map(({ version }) => version);
}
