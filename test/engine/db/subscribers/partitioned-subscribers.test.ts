import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteSubscribers } from '../../../../engine/activities/list-deletion/delete-subscribers.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createSnapshot, dropSnapshot } from '../../../../engine/db/exports/snapshot.ts';
import { isKeyCollision } from '../../../../engine/db/imports/merge.ts';
import { partitionSubscribers } from '../../../../engine/db/partitioning/partition-subscribers.ts';
import { lockPartitionOf } from '../../../../engine/db/subscribers/partition-of-list.ts';
import {
  deleteSubscribers as removeSubscribers,
  insertSubscriber,
  lockSubscribers,
  updateSubscriber,
} from '../../../../engine/db/subscribers/subscriber-rows.ts';
import { writeSubscribers } from '../../../../engine/db/subscribers/write-subscribers.ts';
import type { SubscriberWriting } from '../../../../engine/db/subscribers/write-subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, createEnvironment, importFile, stageImport, undisturbed } from '../../activities/pipeline.ts';
import { hold } from '../../activities/waiting.ts';

const EMAILS = Array.from({ length: 600 }, (_, n) => `s${String(n).padStart(3, '0')}@x.io`);
const NAMED = { column_mapping: ['email', 'Name'] };
const ALL_STATUSES = { active: true, unsubscribed: true, bounced: true, deactivated: true, scomp: true };
const OVERWRITING = { ...NAMED, overwrite: true, overwrite_when_status: ALL_STATUSES };

/** Rows, where they are stored and which transaction wrote them, of all lists but one. */
type Others = readonly unknown[];

let fixture: ImportFixture;
let list: TestList;
let untouched: Others;

describe('a table of subscribers with four hash partitions', () => {
  beforeAll(async () => {
    fixture = await createImportFixture();
    await partitionSubscribers(fixture.pool, 4, () => undefined);
  });
  beforeEach(async () => {
    // Each time four lists, so that the partition of one has rows of others, and other partitions rows at its places.
    for (let n = 0; n < 4; n++) {
      list = await fixture.createList({ fields: [{ name: 'Name', fieldType: 'text' }] });
      await fixture.addSubscribers(
        list.id,
        EMAILS.map((email) => ({ email })),
      );
    }
    untouched = await others();
  });
  afterAll(() => fixture.close());

  it('has lists in several partitions, with rows at the same places', async () => {
    const { rows } = await fixture.pool.query(
      `select count(distinct tableoid) > 1 as several, count(*) > count(distinct ctid) as same from subscribers`,
    );
    expect(rows).toEqual([{ several: true, same: true }]);
  });

  it('names the partition of a list, also of one without rows', async () => {
    const { rows } = await fixture.pool.query<{ name: string }>(
      `select distinct tableoid::regclass::text as name from subscribers where mailing_list_id = $1`,
      [list.id],
    );
    expect(await partitionOf(list.id)).toBe(rows[0]?.name);
    const { id } = await fixture.createList();
    await fixture.pool.query(`insert into subscribers (mailing_list_id, key, email) values ($1, 'a', 'a')`, [id]);
    const stored = await fixture.pool.query<{ name: string }>(
      `delete from subscribers where mailing_list_id = $1 returning tableoid::regclass::text as name`,
      [id],
    );
    expect(await partitionOf(id)).toBe(stored.rows[0]?.name);
  });

  it('takes an import with new, changed and unchanged subscribers, and with overwriting off', async () => {
    const rows = (name: string, emails: readonly string[]) => emails.map((email) => `${email},${name}\n`).join('');
    const changed = EMAILS.slice(0, 5);
    await run(rows('Old', changed), OVERWRITING);
    const before = await places(changed[0]);
    const { counters } = await run(rows('Old', changed.slice(0, 2)) + rows('New', [...changed.slice(2), 'new@x.io']), {
      ...OVERWRITING,
    });
    expect(counters).toMatchObject({ added: 1, updated: 5 });
    expect(await places(changed[0])).toEqual(before);
    expect(await names(['new@x.io', ...changed])).toEqual(['New', 'Old', 'Old', 'New', 'New', 'New']);
    expect((await run(rows('Off', changed), NAMED)).counters).toMatchObject({ skipped_overwrite: 5 });
    expect(await names(changed)).not.toContain('Off');
    expect(await others()).toEqual(untouched);
  });

  it('takes an import that deactivates absent subscribers', async () => {
    await run(`${EMAILS[7]},x\n`, { ...NAMED, deactivate_subscribers_not_in_import: true });
    const active = (await fixture.readSubscribers(list.id)).filter(({ status }) => status === 'active');
    expect(active.map(({ key }) => key)).toEqual([EMAILS[7]]);
    expect(await others()).toEqual(untouched);
  });

  it.each([
    ['with rows that another transaction writes at the same time', `update subscribers set remove_ip = '::1' where`],
    ['with rows that another transaction deletes at the same time', `delete from subscribers where`],
  ])('merges again %s', async (_, write) => {
    const importId = await staged(`${EMAILS[0]},New\n`, OVERWRITING);
    const writer = await hold(fixture.pool, `${write} mailing_list_id = $1 and key = $2`, [list.id, EMAILS[0]]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    await merging;
    expect(await names([EMAILS[0] ?? ''])).toEqual(['New']);
    expect(await others()).toEqual(untouched);
  });

  it('merges again when another transaction adds the same key', async () => {
    const importId = await staged('same@x.io,New\n', OVERWRITING);
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'same@x.io', 'same@x.io')`;
    const writer = await hold(fixture.pool, add, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ added: 0, updated: 1 });
  });

  it.each([
    ['by id', false, { batches: 99, firstBatch: 3, largestBatch: 3 }],
    ['page by page', true, { batches: 99, firstBatch: 300, largestBatch: 300 }],
  ])('loses the subscribers of one list to its deletion %s', async (_, isLarge, limits) => {
    if (isLarge) {
      const more = Array.from({ length: 5_000 }, (_, n) => ({ email: `more${n}@x.io` }));
      await fixture.addSubscribers(list.id, more);
    } else {
      await fixture.pool.query(`delete from subscribers where mailing_list_id = $1 and key > $2`, [list.id, EMAILS[6]]);
      await fixture.addSubscribers(list.id, []);
    }
    const size = isLarge ? EMAILS.length + 5_000 : 7;
    await fixture.pool.query('update mailing_lists set deleted_at = now() where id = $1', [list.id]);
    await fixture.pool.query('insert into list_deletions (mailing_list_id, organization_id) values ($1, $2)', [
      list.id,
      list.organizationId,
    ]);
    const report = await createEnvironment().run(deleteSubscribers(fixture.deps, limits), { mailingListId: list.id });
    const { rows } = await fixture.pool.query(
      `select swept_through is null as by_id from list_deletions where mailing_list_id = $1`,
      [list.id],
    );
    expect(rows).toEqual([{ by_id: !isLarge }]);
    expect(report).toEqual({ deleted: size, total: size, more: false });
    expect(await fixture.readSubscribers(list.id)).toEqual([]);
    expect(await others()).toEqual(untouched);
  });

  it('gives an export the rows of its list in the order of their keys', async () => {
    const request = { id: 1, organizationId: list.organizationId, mailingListId: list.id };
    const snapshot = await inTransaction(fixture.pool, async (client) => {
      const column = { name: 'email', builtIn: 'email', field: null } as const;
      const plan = { columns: [column], hasFormat: false, hasConfirmed: false, format: {} as never };
      await createSnapshot(client, { ...request, options: { statuses: null, segment: null } as never }, plan);
      const { rows } = await client.query<{ email: string }>('select email from staging.export_1 order by ctid');
      await dropSnapshot(client, 1);
      return rows.map(({ email }) => email);
    });
    expect(snapshot).toEqual(EMAILS);
  });

  it('takes single writes: a new subscriber, a known key, a change and a removal', async () => {
    const bob = { ...PLAIN, email: 'bob@x.io' };
    await write(async (writing) => {
      expect(await insertSubscriber(writing, 'bob@x.io', bob)).toMatchObject({ email: 'bob@x.io' });
      expect(await insertSubscriber(writing, EMAILS[3] ?? '', bob)).toBeNull();
      const [found] = await lockSubscribers(writing, { email: 'bob@x.io' }, { hasAlternateKey: false, limit: 2 });
      const after = { ...bob, status: 'unsubscribed', removeIp: null } as const;
      expect(await updateSubscriber(writing, found!, 'bo@x.io', after)).toMatchObject({ status: 'unsubscribed' });
      expect(await updateSubscriber(writing, found!, EMAILS[3] ?? '', after)).toBeNull();
      await removeSubscribers(
        writing,
        await lockSubscribers(writing, { email: EMAILS[0] ?? '' }, { hasAlternateKey: false, limit: 2 }),
      );
    });
    const keys = (await fixture.readSubscribers(list.id)).map(({ key }) => key);
    expect(keys).toEqual(['bo@x.io', ...EMAILS.slice(1)]);
    expect(await others()).toEqual(untouched);
  });

  it('reports a key that is taken as a collision of keys, and a taken id as something else', async () => {
    const insert = `insert into subscribers (mailing_list_id, id, key, email) values ($1, $2, $3, '')`;
    const failure = (id: number, key: string | undefined) =>
      fixture.pool.query(insert, [list.id, id, key]).then(
        () => null,
        (error: unknown) => error,
      );
    expect(isKeyCollision(await failure(-1, EMAILS[0]))).toBe(true);
    expect(await failure(-1, 'one')).toBeNull();
    const taken = await failure(-1, 'another');
    expect(taken).toMatchObject({ code: '23505' });
    expect(isKeyCollision(taken)).toBe(false);
  });
});

const PLAIN = {
  status: 'active',
  emailFormat: null,
  confirmed: null,
  subscribeTime: null,
  subscribeIp: null,
  customFields: {},
} as const;

function write(work: (writing: SubscriberWriting) => Promise<void>): Promise<void> {
  return writeSubscribers(fixture.pool, { ...list, primaryKeyCustomFieldId: null }, { mayAdd: true }, work);
}

function partitionOf(listId: number): Promise<string> {
  return inTransaction(fixture.pool, (client) => lockPartitionOf(client, listId));
}

function run(source: string, options: object) {
  return importFile(fixture, list, source, { ...options });
}

async function staged(source: string, options: object): Promise<number> {
  const importId = await fixture.createImport(list, source, options);
  await stageImport(importId, { perform: undisturbed(fixture.deps) });
  return importId;
}

async function others(): Promise<Others> {
  const { rows } = await fixture.pool.query(
    `select tableoid, ctid, xmin, s.* from subscribers s where mailing_list_id <> $1 order by mailing_list_id, id`,
    [list.id],
  );
  return rows;
}

async function names(emails: readonly string[]): Promise<unknown[]> {
  const { rows } = await fixture.pool.query<{ name: unknown }>(
    `select custom_fields ->> $2 as name from subscribers where mailing_list_id = $1 and key = any ($3) order by key`,
    [list.id, String(list.fields.Name), emails],
  );
  return rows.map(({ name }) => name);
}

async function places(email: string | undefined): Promise<unknown[]> {
  const { rows } = await fixture.pool.query(
    `select ctid, xmin from subscribers where mailing_list_id = $1 and key = $2`,
    [list.id, email],
  );
  return rows;
}
