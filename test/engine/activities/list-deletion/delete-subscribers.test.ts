import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteSubscribers } from '../../../../engine/activities/list-deletion/delete-subscribers.ts';
import { deleteSubscriberBatch } from '../../../../engine/db/lists/list-deletions.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { createEnvironment } from '../pipeline.ts';
import { hold } from '../waiting.ts';
import { deletedList, EMAILS } from './deleted-list.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

function deletion(
  list: TestList,
  limits = { batches: 2, firstBatch: 2, largestBatch: 2 },
  environment = createEnvironment(),
) {
  return environment.run(deleteSubscribers(fixture.deps, limits), { mailingListId: list.id });
}

async function emailsOf(listId: number): Promise<string[]> {
  return (await fixture.readSubscribers(listId)).map(({ email }) => email);
}

describe('deleting subscribers', () => {
  it('goes on batch by batch until none is left, and leaves other lists alone', async () => {
    const list = await deletedList(fixture);

    expect(await deletion(list)).toEqual({ deleted: 4, total: 7, more: true });
    expect(await emailsOf(list.id)).toEqual(EMAILS.slice(4));
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: true });
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: false });

    expect(await emailsOf(list.id)).toEqual([]);
    expect(await emailsOf(list.other.id)).toEqual(EMAILS);
  });

  it('takes along what is queued for the subscribers it deletes, and their events', async () => {
    const list = await deletedList(fixture);
    for (const listId of [list.id, list.other.id]) {
      const { id } = await fixture.createAutoresponder(listId);
      await fixture.pool.query(
        `insert into autoresponder_reactions (autoresponder_id, mailing_list_id, subscriber_id, due_at)
         select $1, $2, id, now() from subscribers where mailing_list_id = $2`,
        [id, listId],
      );
    }

    await fixture.pool.query(
      `insert into unsubscribe_events (mailing_list_id, subscriber_id) select mailing_list_id, id from subscribers`,
    );

    await deletion(list);

    for (const table of ['autoresponder_reactions', 'unsubscribe_events']) {
      expect([table, await rowsOf(table, list.id), await rowsOf(table, list.other.id)]).toEqual([table, 3, 7]);
    }
  });

  it('deletes each subscriber once when two workers are at it', async () => {
    const list = await deletedList(fixture);
    const limits = { batches: 9, firstBatch: 1, largestBatch: 1 };

    const reports = await Promise.all([deletion(list, limits), deletion(list, limits)]);

    expect(reports).toContainEqual({ deleted: 7, total: 7, more: false });
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: false });
  });

  it('finds a subscriber that was written behind its back', async () => {
    const list = await deletedList(fixture);
    await deletion(list);
    await fixture.pool.query(
      `insert into subscribers (mailing_list_id, id, key, email) values ($1, 0, 'z', 'z@x.io')`,
      [list.id],
    );

    expect(await deletion(list, { batches: 99, firstBatch: 2, largestBatch: 2 })).toEqual({
      deleted: 8,
      total: 7,
      more: false,
    });
    expect(await emailsOf(list.id)).toEqual([]);
  });

  it('reports what it has deleted when it is cancelled, and changes no row after that', async () => {
    const list = await deletedList(fixture);
    const fifth = `select 1 from subscribers where mailing_list_id = $1 and email = 'eve@x.io' for update`;
    const holder = await hold(fixture.pool, fifth, [list.id]);
    const environment = createEnvironment();

    const report = deletion(list, { batches: 9, firstBatch: 2, largestBatch: 2 }, environment);
    await holder.untilWaitedFor();
    environment.cancel();

    expect(await report).toEqual({ deleted: 4, total: 7, more: true });
    await holder.release();
    expect(await emailsOf(list.id)).toEqual(EMAILS.slice(4));
  });

  it('deletes subscribers that lie far apart in the table', async () => {
    const list = await deletedList(fixture);
    await fixture.addSubscribers(
      list.other.id,
      Array.from({ length: 2000 }, (_, n) => ({ email: `between${n}@x.io` })),
    );
    await fixture.addSubscribers(list.id, [{ email: 'far@x.io' }]);

    expect(await deletion(list, { batches: 9, firstBatch: 9, largestBatch: 9 })).toEqual({
      deleted: 8,
      total: 8,
      more: false,
    });
    expect(await emailsOf(list.id)).toEqual([]);
    expect(await rowsOf('subscribers', list.other.id)).toBe(2007);
  });

  it('never looks for subscribers in the index of keys, not even when the table is said to be empty', async () => {
    const list = await deletedList(fixture);
    const client = await fixture.pool.connect();
    try {
      await client.query(`begin; update pg_class set reltuples = 0, relpages = 9 where relname = 'subscribers'`);
      const before = await scansOfKeys(client);
      expect(await deleteSubscriberBatch(client, list.id, 5)).toBe(true);
      expect(await scansOfKeys(client)).toBe(before);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  async function scansOfKeys(client: PoolClient): Promise<number | undefined> {
    const { rows } = await client.query<{ scans: number }>(
      `select pg_stat_get_xact_numscans('subscribers_mailing_list_id_key_key'::regclass) as scans`,
    );
    return rows[0]?.scans;
  }

  async function rowsOf(table: string, listId: number): Promise<number> {
    const { rows } = await fixture.pool.query<{ n: number }>(
      `select count(*) as n from ${table} where mailing_list_id = $1`,
      [listId],
    );
    return rows[0]?.n ?? 0;
  }
});
