import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';

/** Writes random rows of one list to `subscribers` and to `mirror`, each change in one transaction, and once more at the end. */
export async function writeUntil(pool: Pool, list: number, isDone: () => boolean): Promise<void> {
  for (let step = 0, isLast = false; !isLast; step++) {
    isLast = isDone();
    await inTransaction(pool, (client) => change(client, list, step));
  }
}

async function change(client: PoolClient, list: number, step: number): Promise<void> {
  const both = async (statement: (table: string) => string) => {
    for (const table of ['subscribers', 'mirror']) await client.query(statement(table));
  };
  const some = `mailing_list_id = ${list} and id % 7 = ${step % 7}`;
  switch (step % 5) {
    case 0: {
      const { rows } = await client.query<{ id: number }>(
        `insert into subscribers (mailing_list_id, key, email, subscribe_time, created_at)
         values (${list}, 'added ${step}', '', '2020-01-01', '2020-01-01') returning id`,
      );
      await client.query(
        `insert into mirror (mailing_list_id, id, key, email, subscribe_time, created_at)
         values (${list}, ${rows[0]?.id}, 'added ${step}', '', '2020-01-01', '2020-01-01')`,
      );
      return;
    }
    case 1:
      return both((table) => `update ${table} set email = 'step ${step}' where ${some}`);
    case 2:
      return both((table) => `delete from ${table} where mailing_list_id = ${list} and id % 31 = ${step % 31}`);
    case 3: {
      // Two rows exchange their keys.
      const { rows } = await client.query<{ one: number | null; other: number }>(
        `select min(id) as one, max(id) as other from mirror where ${some}`,
      );
      const { one = null, other = 0 } = rows[0] ?? {};
      if (one === null || one === other) return;
      const chosen = `s.mailing_list_id = ${list} and s.id in (${one}, ${other})`;
      await both((table) => `update ${table} s set key = key || '~' where ${chosen}`);
      return both(
        (table) => `update ${table} s set key = left(t.key, -1) from ${table} t
          where ${chosen} and t.mailing_list_id = ${list} and t.id = ${one + other} - s.id`,
      );
    }
    default:
      return both((table) => `update ${table} set custom_fields = '{"1": ${step}}' where ${some}`);
  }
}
