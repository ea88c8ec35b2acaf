import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBatch } from '../../../../engine/db/imports/deactivate.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const SUBSCRIBERS = 20_000;
const BATCH = 500;

it('reads no more of a list than a batch', async () => {
  const { pool } = database;
  await pool.query(
    `insert into subscribers (mailing_list_id, key, email)
     select 1, md5(n::text) || '@x.io', n || '@x.io' from generate_series(1, $1) n`,
    [SUBSCRIBERS],
  );
  await pool.query('analyze subscribers');
  const client = await pool.connect();
  await client.query('begin');
  const read = await rowsRead(client);
  await client.query('rollback');
  client.release();
  expect(Math.max(...read)).toBe(BATCH);
});

interface PlanNode {
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
}

/** How many rows each part of the plan of a batch returns. */
async function rowsRead(client: PoolClient): Promise<readonly number[]> {
  const read: number[] = [];
  const explaining = {
    query: async (text: string, values?: unknown[]) => {
      if (values === undefined) return client.query(text);
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      );
      const add = (node: PlanNode): void => {
        read.push(node['Actual Rows']);
        for (const child of node.Plans ?? []) add(child);
      };
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan !== undefined) add(plan);
      return { rows: [] };
    },
  } as unknown as PoolClient;
  await readBatch(explaining, { mailingListId: 1, afterKey: '4', limit: BATCH });
  return read;
}
