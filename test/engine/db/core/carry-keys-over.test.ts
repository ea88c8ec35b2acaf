import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { carryKeysOver, readTwins } from '../../../../engine/db/core/carry-keys-over.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createTestDatabase } from '../../../support/database.ts';
import type { TestDatabase } from '../../../support/database.ts';

const ASCII = '@xn--mnchen-3ya.example';

describe('the keys of addresses of before', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.pool.query(`
      insert into organizations (id, name) values (1, 'One');
      insert into mailing_lists (id, organization_id, name) values (1, 1, 'Plain'), (2, 1, 'Other'), (3, 1, 'Members');
      insert into custom_fields (id, organization_id, mailing_list_id, name, field_type) values (1, 1, 3, 'Member', 'text');
      update mailing_lists set primary_key_custom_field_id = 1 where id = 3`);
  });
  afterAll(() => database.drop());

  const carryOver = () => inTransaction(database.pool, carryKeysOver);
  const add = (list: number, id: number, email: string, { status = 'active', key = email.toLowerCase() } = {}) =>
    database.pool.query(
      `insert into subscribers (mailing_list_id, id, key, email, status) values ($1, $2, $3, $4, $5)`,
      [...[list, id, key, email, status]],
    );
  const keysOf = async (list: number) => {
    const { rows } = await database.pool.query<{ id: number; key: string }>(
      'select id, key from subscribers where mailing_list_id = $1 order by id',
      [list],
    );
    return Object.fromEntries(rows.map(({ id, key }) => [id, key]));
  };

  it('become those of their ASCII forms; of twins who left keeps the key, and nobody is lost', async () => {
    await add(1, 1, `ann${ASCII}`);
    await add(1, 2, 'Ann@MÜNCHEN.example', { status: 'unsubscribed' });
    await add(1, 3, 'ann@mu\u0308nchen.example', { status: 'deactivated' });
    await add(1, 4, 'bob@münchen.example');
    await add(1, 5, 'cid@x.example');
    await add(2, 6, 'ann@münchen.example');
    await add(2, 7, `ann${ASCII}`, { status: 'deactivated' });
    await add(3, 8, 'ann@münchen.example', { key: 'm1' });
    await add(3, 9, 'bob@münchen.example', { key: 'bob@münchen.example' });

    await carryOver();

    expect(await keysOf(1)).toEqual({
      1: `ann${ASCII}\u001f1`,
      2: `ann${ASCII}`,
      3: `ann${ASCII}\u001f3`,
      4: `bob${ASCII}`,
      5: 'cid@x.example',
    });
    expect(await keysOf(2)).toEqual({ 6: `ann${ASCII}`, 7: `ann${ASCII}\u001f7` });
    expect(await keysOf(3)).toEqual({ 8: 'm1', 9: 'bob@münchen.example' });
    expect(await readTwins(database.pool, 2)).toEqual({
      count: 3,
      first: [
        { listId: 1, subscriberId: 1, sameAs: 2, count: 3 },
        { listId: 1, subscriberId: 3, sameAs: 2, count: 3 },
      ],
    });
    await database.pool.query('delete from subscribers where id = 2');
    expect(await readTwins(database.pool, 2)).toMatchObject({ count: 1 });
  });

  it('are not carried over while an import holds rows by them', async () => {
    await database.pool.query(`
      insert into subscriber_imports (id, organization_id, mailing_list_id, begins_at, options, policy) values (9, 1, 1, now(), '{}', '{}');
      create table staging.import_9 (email text not null);
      insert into staging.import_9 values ('ann@x.example')`);
    await carryOver();
    await database.pool.query(`insert into staging.import_9 values ('ann@münchen.example')`);
    await expect(carryOver()).rejects.toThrow('hold international addresses by the keys of before: 9.');
    await database.pool.query('update subscriber_imports set finished_at = now()');
    await carryOver();
  });
});
