import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purgeJobs } from '../../../engine/activities/housekeeping/purge-jobs.ts';
import { deleteSubscribers } from '../../../engine/activities/list-deletion/delete-subscribers.ts';
import { purgeList } from '../../../engine/activities/list-deletion/purge-list.ts';
import { sweptSubscriberImports } from '../../../engine/activities/subscriber-import.ts';
import { deleteSubscriberBatch } from '../../../engine/db/lists/list-deletions.ts';
import { sourceKey } from '../../../engine/files/source-key.ts';
import { createImportFixture } from '../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../support/import-fixture.ts';
import { attempt, createEnvironment, importFile, stageImport, undisturbed } from './pipeline.ts';
import { hold } from './waiting.ts';

const NAMES = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus'];
const EMAILS = NAMES.map((name) => `${name}@x.io`);

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

/** A list of seven subscribers that is marked deleted, beside one that is not. */
async function deletedList(): Promise<TestList & { other: TestList }> {
  const list = await fixture.createList();
  const other = await fixture.createList({ organizationId: list.organizationId });
  for (const email of EMAILS) {
    // In turns, so that ids of the two lists lie between each other.
    await fixture.addSubscribers(list.id, [{ email }]);
    await fixture.addSubscribers(other.id, [{ email }]);
  }
  await fixture.pool.query('insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)', [
    list.id,
    list.organizationId,
  ]);
  return { ...list, other };
}

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
    const list = await deletedList();

    expect(await deletion(list)).toEqual({ deleted: 4, total: 7, more: true });
    expect(await emailsOf(list.id)).toEqual(EMAILS.slice(4));
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: true });
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: false });

    expect(await emailsOf(list.id)).toEqual([]);
    expect(await emailsOf(list.other.id)).toEqual(EMAILS);
  });

  it('takes along what is queued for the subscribers it deletes, and their events', async () => {
    const list = await deletedList();
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
    const list = await deletedList();
    const limits = { batches: 9, firstBatch: 1, largestBatch: 1 };

    const reports = await Promise.all([deletion(list, limits), deletion(list, limits)]);

    expect(reports).toContainEqual({ deleted: 7, total: 7, more: false });
    expect(await deletion(list)).toEqual({ deleted: 7, total: 7, more: false });
  });

  it('finds a subscriber that was written behind its back', async () => {
    const list = await deletedList();
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
    const list = await deletedList();
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
    const list = await deletedList();
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
    const list = await deletedList();
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

describe('purging a list', () => {
  it('leaves the logs of imports that its deletion has cancelled to the purge at the end of their retention', async () => {
    const list = await deletedList();
    const before = await importFile(fixture, list, 'before@x.io\n');
    await fixture.pool.query(
      `update subscriber_imports set finished_at = finished_at - interval '1 minute' where id = $1`,
      [before.id],
    );
    await fixture.pool.query(`update mailing_lists set deleted_at = now() - interval '1 s' where id = $1`, [list.id]);
    const cancelled = await cancelledImport(list);
    const expired = await cancelledImport(list);
    await fixture.pool.query(`update subscriber_imports set policy = policy || '{"logRetentionMs": 0}' where id = $1`, [
      expired,
    ]);

    await createEnvironment().run(purgeList({ ...fixture.deps, sweptKinds: [sweptSubscriberImports] }), {
      mailingListId: list.id,
    });

    expect((await fixture.readImport(cancelled)).logs).toEqual({ failed: 'email,Error\nbad,"no address"\n' });
    for (const id of [before.id, expired]) expect((await fixture.readImport(id)).logs).toEqual({});
    for (const id of [before.id, cancelled, expired]) {
      expect(await fixture.deps.files.size(sourceKey(id))).toBeNull();
      expect(await fixture.stagingTables(id)).toEqual([]);
    }

    const purge = () => createEnvironment().run(purgeJobs({ ...fixture.deps, sweptKinds: [sweptSubscriberImports] }));
    const end = (ago: string) =>
      fixture.pool.query(`update subscriber_imports set finished_at = now() - $2::interval where id = $1`, [
        cancelled,
        ago,
      ]);
    await end('6 days 23 hours');
    await purge();
    expect((await fixture.readImport(cancelled)).logs).toEqual({ failed: expect.any(String) });
    await end('7 days');
    expect(await purge()).toEqual({ purged: 1 });
    expect(await fixture.readImport(cancelled)).toMatchObject({ state: 'cancelled', logs: {} });
  });

  /** An import with a log, staging tables and a source, as a worker leaves it that died before it cleaned up. */
  async function cancelledImport(list: TestList): Promise<number> {
    const id = await fixture.createImport(list, 'bad\n');
    await stageImport(id, { perform: undisturbed(fixture.deps) });
    await fixture.pool.query(`delete from import_logs where subscriber_import_id = $1`, [id]);
    await fixture.pool.query(
      `insert into import_logs (subscriber_import_id, kind, part, entries, content)
       values ($1, 'failed', 0, 1, 'email,Error\nbad,"no address"\n')`,
      [id],
    );
    await attempt(fixture.deps, 'recordImportState', { importId: id, state: 'cancelled', errorMessage: null });
    return id;
  }

  it('removes logs, staging and sources of its imports, its counts and its codes', async () => {
    const list = await deletedList();
    const { id } = await importFile(fixture, list, 'new@x.io\nnobody\n');
    const failed = await fixture.createImport(list, 'new@x.io\n');
    await fixture.pool.query(`update subscriber_imports set state = 'failed', finished_at = now() where id = $1`, [
      failed,
    ]);
    await fixture.pool.query(
      `insert into list_deletion_codes (mailing_list_id, organization_id, code_hash, expires_at)
       values ($1, $2, '', now())`,
      [list.id, list.organizationId],
    );
    expect((await fixture.readImport(id)).logs).toEqual({ added: 'new@x.io\n', failed: expect.any(String) });

    await createEnvironment().run(purgeList({ ...fixture.deps, sweptKinds: [sweptSubscriberImports] }), {
      mailingListId: list.id,
    });

    expect(await fixture.readImport(id)).toMatchObject({
      state: 'finished',
      counters: { added: 1, failed: 1 },
      logs: {},
    });
    expect(await fixture.deps.files.size(sourceKey(failed))).toBeNull();
    for (const table of ['subscriber_counts', 'list_deletion_codes']) {
      const { rows } = await fixture.pool.query(`select 1 from ${table} where mailing_list_id = $1`, [list.id]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
