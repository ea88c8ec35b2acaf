import { afterAll, beforeAll, expect, it } from 'vitest';
import { readKeysBetween } from '../../../../engine/db/imports/staged-keys.ts';
import { createStaging, stagingTable } from '../../../../engine/db/imports/staging.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const IMPORT = { importId: 7, chunk: 0 };
const ROWS = 50_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('cuts a chunk of many rows into steps of about equal size, by a sample of its keys', async () => {
  const client = await database.pool.connect();
  try {
    await createStaging(client, IMPORT.importId, { partitions: 1, notesKeys: false });
    await client.query(`
      insert into ${stagingTable(IMPORT.importId)} (chunk, row_number, key, email, status, custom_fields, clears_fields)
      select 0, n, md5(n::text), '', 'active', '{}', false from generate_series(1, ${ROWS}) n`);
    const keys = await readKeysBetween(client, { ...IMPORT, afterKey: null, rows: ROWS, steps: 10 });
    expect(keys).toHaveLength(9);
    expect([...keys].sort()).toEqual(keys);
    const { rows } = await client.query<{ n: number }>(
      `select count(*) as n from ${stagingTable(IMPORT.importId)} where chunk = 0 and key <= $1`,
      [keys[4]],
    );
    // Half of them, with an error that a sample of 20,000 exceeds in one of 10^9 runs.
    expect(Math.abs((rows[0]?.n ?? 0) / ROWS - 0.5)).toBeLessThan(0.03);
    const [middle] = await readKeysBetween(client, { ...IMPORT, afterKey: keys[4] ?? '', rows: ROWS / 2, steps: 2 });
    expect(middle && keys[4] && middle > keys[4]).toBe(true);
  } finally {
    client.release();
  }
});
