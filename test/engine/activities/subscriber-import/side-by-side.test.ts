import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readImport } from '../../../../engine/db/imports/record.ts';
import { mergeSlice } from '../../../../engine/db/imports/merge.ts';
import { inTransaction } from '../../../../engine/db/core/transaction.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';
import { hold } from '../waiting.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

describe('a merge among other writers', () => {
  it('takes a subscriber for known whom another transaction adds between its look and its insert', async () => {
    const list = await fixture.createList();
    const importId = await stagedImport(list, 'ann@x.io\nbob@x.io\n');
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'bob@x.io', 'bob@x.io')`;
    const writer = await hold(fixture.pool, add, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ added: 1, skipped_overwrite: 1 });
    const { logs } = await fixture.readImport(importId);
    expect(logs).toEqual({ added: 'ann@x.io\n', skipped_overwrite: 'bob@x.io\n' });
  });

  it('adds a subscriber itself when that transaction is rolled back', async () => {
    const list = await fixture.createList();
    const importId = await stagedImport(list, 'ann@x.io\n');
    const add = `insert into subscribers (mailing_list_id, key, email) values ($1, 'ann@x.io', 'ann@x.io')`;
    const writer = await hold(fixture.pool, add, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.discard();
    expect((await merging).counters).toMatchObject({ added: 1 });
  });

  it('judges a subscriber it would change by the status that the transaction before it left', async () => {
    const { importId, list } = await importOfAnn();
    const unsubscribe = `update subscribers set status = 'unsubscribed' where mailing_list_id = $1`;
    const writer = await hold(fixture.pool, unsubscribe, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ updated: 0, skipped_unsubscribed: 1 });
    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ status: 'unsubscribed', custom_fields: {} }]);
  });

  it('changes a subscriber after the transaction before it, and loses nothing of what that wrote', async () => {
    const { importId, list } = await importOfAnn();
    const confirm = `update subscribers set subscribe_ip = '192.0.2.1' where mailing_list_id = $1`;
    const writer = await hold(fixture.pool, confirm, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ updated: 1 });
    const custom_fields = { [String(list.fields.City)]: 'Berlin' };
    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ subscribe_ip: '192.0.2.1', custom_fields }]);
  });

  it('changes a locked subscriber that is younger than its snapshot', async () => {
    const { importId, list } = await importOfAnn();
    const write = `update subscribers set subscribe_ip = '192.0.2.1' where mailing_list_id = $1`;
    const writer = await hold(fixture.pool, write, [list.id]);
    const { options } = await readImport(fixture.pool, importId);
    const merging = inTransaction(fixture.pool, (client) =>
      mergeSlice(client, {
        ...{
          importId,
          mailingListId: list.id,
          chunk: 0,
          slice: { number: 0, afterKey: null, upToKey: null },
          indexes: 1,
          options,
          defaults: null,
          overwrites: null,
          limit: null,
          locking: true,
          isLogged: true,
        },
        list: { hasFormat: false, hasConfirmed: false, hasAlternateKey: false },
        autoresponders: { onAdded: [], onUpdated: [] },
      }),
    );
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ updated: 1 });
    const custom_fields = { [String(list.fields.City)]: 'Berlin' };
    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ subscribe_ip: '192.0.2.1', custom_fields }]);
  });

  it('adds a subscriber anew whom the transaction before it deleted', async () => {
    const { importId, list } = await importOfAnn();
    const writer = await hold(fixture.pool, `delete from subscribers where mailing_list_id = $1`, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    await writer.untilWaitedFor();
    await writer.release();
    expect((await merging).counters).toMatchObject({ added: 1, updated: 0 });
    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ key: 'ann@x.io', status: 'active' }]);
  });

  it('waits for nobody who writes a subscriber that it leaves as it is', async () => {
    const { importId, list } = await importOfAnn({ overwrite: false });
    const unsubscribe = `update subscribers set status = 'unsubscribed' where mailing_list_id = $1`;
    const writer = await hold(fixture.pool, unsubscribe, [list.id]);
    expect((await attempt(fixture.deps, 'mergeChunk', { importId, number: 0 })).counters).toMatchObject({
      skipped_overwrite: 1,
    });
    await writer.release();
    expect(await fixture.readSubscribers(list.id)).toMatchObject([{ status: 'unsubscribed' }]);
  });

  it('refuses a list that was deleted meanwhile, and leaves no trace in it', async () => {
    const list = await fixture.createList();
    const importId = await stagedImport(list, 'ann@x.io\n');
    const deletion = await hold(fixture.pool, `update mailing_lists set deleted_at = now() where id = $1`, [list.id]);
    const merging = attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    const refusal = expect(merging).rejects.toMatchObject({ type: 'ListDeleted', nonRetryable: true });
    await deletion.untilWaitedFor();
    await deletion.release();
    await refusal;
    expect(await fixture.readSubscribers(list.id)).toEqual([]);
    expect((await fixture.readImport(importId)).logs).toEqual({});
  });
});

describe('two imports into one list at once', () => {
  it('end with the union of their subscribers, each added by one of them', async () => {
    const list = await fixture.createList();
    const emails = (first: number) => Array.from({ length: 60 }, (_, i) => `s${first + i}@x.io`);
    const ids = [
      await fixture.createImport(list, emails(0).join('\n')),
      await fixture.createImport(list, emails(30).reverse().join('\n'), { overwrite: true }),
    ];
    const deps = { ...fixture.deps, rangeBytes: 100, chunkRows: 5 };
    await Promise.all(ids.map((id) => runImport(id, { perform: undisturbed(deps), lanes: 2 })));

    const outcomes = await Promise.all(ids.map((id) => fixture.readImport(id)));
    const added = outcomes.map(({ counters }) => counters?.added ?? 0);
    expect((added[0] ?? 0) + (added[1] ?? 0)).toBe(90);
    expect(outcomes[0]?.counters).toMatchObject({ skipped_overwrite: 60 - (added[0] ?? 0) });
    expect(outcomes[1]?.counters).toMatchObject({ updated: 60 - (added[1] ?? 0) });
    const union = [...new Set([...emails(0), ...emails(30)])].sort();
    expect((await fixture.readSubscribers(list.id)).map(({ key }) => key)).toEqual(union);
    const counts = await fixture.pool.query(`select active from subscriber_counts where mailing_list_id = $1`, [
      list.id,
    ]);
    expect(counts.rows).toEqual([{ active: 90 }]);
  });
});

/** A list that holds Ann, and a staged import that would give her a city. */
async function importOfAnn(options = { overwrite: true }): Promise<{ list: TestList; importId: number }> {
  const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
  await fixture.addSubscribers(list.id, [{ email: 'ann@x.io' }]);
  const importId = await stagedImport(list, 'ann@x.io,Berlin\n', { ...options, column_mapping: ['email', 'City'] });
  return { list, importId };
}

/** An import of a few rows, all staged in one chunk. */
async function stagedImport(list: TestList, source: string, options = {}): Promise<number> {
  const importId = await fixture.createImport(list, source, options);
  const { chunks } = await stageImport(importId, { perform: undisturbed(fixture.deps) });
  expect(chunks).toBe(1);
  return importId;
}
