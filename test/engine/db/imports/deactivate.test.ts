import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deactivate } from '../../../../engine/db/imports/deactivate.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let lists = 0;

/** A list of these subscribers. @returns its id */
async function fill(keys: readonly string[]): Promise<number> {
  const listId = ++lists;
  await database.pool.query(
    `insert into subscribers (mailing_list_id, key, email) select $1, key, key from unnest($2::text[]) key`,
    [listId, keys],
  );
  return listId;
}

async function inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    client.release();
  }
}

it.each([
  ['', 1],
  [`, status = 'unsubscribed'`, 0],
])('finds subscribers that another transaction has written while it waited for them (%s)', async (change, found) => {
  const list = await fill(['a@x.io', 'b@x.io']);
  const holder = await database.pool.connect();
  await holder.query('begin');
  await holder.query(
    `update subscribers set confirmed = true ${change} where mailing_list_id = $1 and key = 'b@x.io'`,
    [list],
  );
  const deactivating = inTransaction((client) =>
    deactivate(client, { mailingListId: list, importId: 1, keepsImages: false }, ['a@x.io', 'b@x.io']),
  );
  const waiting = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  await expect.poll(waiting).toBe(1);
  await holder.query('commit');
  holder.release();
  expect(await deactivating).toBe(1 + found);
  const { rows } = await database.pool.query(
    `select key, status, confirmed from subscribers where mailing_list_id = $1 order by key`,
    [list],
  );
  expect(rows).toEqual([
    { key: 'a@x.io', status: 'deactivated', confirmed: null },
    { key: 'b@x.io', status: found === 1 ? 'deactivated' : 'unsubscribed', confirmed: true },
  ]);
});

it('leaves others of the list, and of another list, alone', async () => {
  const keys = ['a@x.io', 'b@x.io', 'c@x.io'];
  const [list, other] = [await fill(keys), await fill(keys)];
  expect(
    await inTransaction((client) =>
      deactivate(client, { mailingListId: list, importId: 1, keepsImages: false }, ['a@x.io', 'nobody@x.io', 'c@x.io']),
    ),
  ).toBe(2);
  expect(
    await inTransaction((client) =>
      deactivate(client, { mailingListId: list, importId: 1, keepsImages: false }, ['a@x.io']),
    ),
  ).toBe(0);
  expect(
    await inTransaction((client) => deactivate(client, { mailingListId: list, importId: 1, keepsImages: false }, [])),
  ).toBe(0);
  const { rows } = await database.pool.query(
    `select mailing_list_id::integer as list, key from subscribers where status = 'active' and mailing_list_id in ($1, $2) order by 1, 2`,
    [list, other],
  );
  expect(rows).toEqual([{ list, key: 'b@x.io' }, ...keys.map((key) => ({ list: other, key }))]);
});
