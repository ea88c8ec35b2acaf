import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStaging, dropStagedChunks, stagingTable } from '../../../../engine/db/imports/staging.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const IMPORT = 7;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('drops the tables of chunks that another attempt drops after their names were read', async () => {
  const { pool } = database;
  const [one, other] = [await pool.connect(), await pool.connect()];
  try {
    await createStaging(other, IMPORT, { partitions: 3, notesKeys: false });
    // Catalogs are read as they were at this transaction's first statement.
    await one.query('begin isolation level repeatable read');
    await one.query('select from pg_inherits limit 1');
    await other.query(`drop table ${stagingTable(IMPORT, 1)}`);
    await dropStagedChunks(one, IMPORT);
    await one.query('commit');
    const { rows } = await other.query('select from pg_inherits where inhparent = to_regclass($1)', [
      stagingTable(IMPORT),
    ]);
    expect(rows).toHaveLength(0);
  } finally {
    one.release();
    other.release();
  }
});
