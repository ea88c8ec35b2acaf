import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { emptyStaging } from './accidents.ts';
import { attempt, importFile, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const DEACTIVATING = { deactivate_subscribers_not_in_import: true };

describe('deactivate_subscribers_not_in_import', () => {
  it('deactivates the active subscribers that are absent, though overwriting is off', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [
      { email: 'in@x.io', remove_ip: null },
      { email: 'out@x.io', remove_ip: '10.0.0.1' },
      { email: 'bounced@x.io', status: 'bounced' },
    ]);
    await importFile(fixture, list, 'IN@x.io\n', DEACTIVATING);
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active', 'out@x.io': 'deactivated', 'bounced@x.io': 'bounced' });
    const out = (await fixture.readSubscribers(list.id)).find(({ key }) => key === 'out@x.io');
    expect(out).toMatchObject({ remove_time: expect.any(String) as string, remove_ip: null });
    const counts = await fixture.pool.query(
      `select active, bounced, unsubscribed, scomp, deactivated from subscriber_counts where mailing_list_id = $1`,
      [list.id],
    );
    expect(counts.rows).toEqual([{ active: 1, bounced: 1, unsubscribed: 0, scomp: 0, deactivated: 1 }]);
  });

  it('spares whom a failed row names, wherever its address stands', async () => {
    const list = await fixture.createList({ fields: [{ name: 'Born', fieldType: 'date' }] });
    const emails = ['date@x.io', 'short@x.io', 'nul@x.io', 'quote@x.io', 'gone@x.io'];
    await fixture.addSubscribers(
      list.id,
      emails.map((email) => ({ email })),
    );
    const source = 'date@x.io,31/31/2001\nshort@x.io\nnul@x.io,\0\nquote@x.io,"1/2/2001"x\n"gone@x.io"x,1/2/2001\n';
    const { counters } = await importFile(fixture, list, source, {
      ...DEACTIVATING,
      column_mapping: ['email', 'Born'],
    });
    expect(counters).toMatchObject({ failed: 5 });
    expect(await statuses(list)).toEqual({
      'date@x.io': 'active',
      'short@x.io': 'active',
      'nul@x.io': 'active',
      'quote@x.io': 'active',
      'gone@x.io': 'active',
    });
  });

  it('spares the people of rows that are within a field, each of which is in the failed log', async () => {
    const list = await fixture.createList({ fields: ['Name', 'City'].map((name) => ({ name, fieldType: 'text' })) });
    const names = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay', 'gus'];
    await fixture.addSubscribers(
      list.id,
      names.map((name) => ({ email: `${name}@x.example` })),
    );
    const source = await readFile(new URL('../../../cases/imports/96b-swallowed.csv', import.meta.url));
    const options = { ...DEACTIVATING, column_mapping: ['email', 'Name', 'City'] };
    const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
    const { counters, logs } = await importFile(fixture, list, source, { ...options, file_format });
    expect(counters).toMatchObject({ skipped_overwrite: 2, failed: 1 });
    expect(logs.failed?.split('\n').map((line) => line.split(',', 1)[0])).toEqual([
      ...['email', 'bob@x.example', 'cid@x.example', 'dan@x.example', 'eve@x.example', ''],
    ]);
    const { gus, ...others } = Object.fromEntries(
      Object.entries(await statuses(list)).map(([email, status]) => [email.slice(0, 3), status]),
    );
    expect([gus, new Set(Object.values(others))]).toEqual(['deactivated', new Set(['active'])]);
  });

  it('spares the subscribers of rows that were skipped', async () => {
    const list = await fixture.createList({ subscriberLimit: 1 });
    await fixture.addSubscribers(list.id, [{ email: 'ann@x.io' }]);
    const { counters } = await importFile(fixture, list, 'ann@x.io\nbob@x.io\n', DEACTIVATING);
    expect(counters).toMatchObject({ skipped_overwrite: 1, skipped_over_limit: 1 });
    expect(await statuses(list)).toEqual({ 'ann@x.io': 'active' });
  });

  it('does nothing when the import is cancelled after its last chunk', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'out@x.io' }]);
    const { importId, perform } = await mergedIn(list);
    await perform('recordImportState', { importId, state: 'cancelled', errorMessage: null });
    await perform('cleanUpImport', { importId });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active', 'out@x.io': 'active' });
    expect(await fixture.stagingTables(importId)).toEqual([]);
  });

  it('asks for staging again when its keys were lost, and deactivates nobody until then', async () => {
    const list = await fixture.createList();
    const { importId, perform } = await mergedIn(list);
    await emptyStaging(fixture.pool);
    await expect(perform('settleImport', { importId })).rejects.toMatchObject({ type: 'StagingLost' });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active' });
  });

  it('needs no staging once it is done, and is not done again', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'out@x.io' }]);
    const { importId, perform } = await mergedIn(list);
    await perform('settleImport', { importId });
    await emptyStaging(fixture.pool);
    expect(await perform('countAbsentSubscribers', { importId })).toBeNull();
    await perform('settleImport', { importId });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active', 'out@x.io': 'deactivated' });
    const { rows } = await fixture.pool.query('select deactivated from subscriber_imports where id = $1', [importId]);
    expect(rows).toEqual([{ deactivated: 1 }]);
  });

  it('deactivates nobody, and admits nobody, by staging that is empty since it is filled again', async () => {
    const list = await fixture.createList({ subscriberLimit: 100 });
    const { importId, perform } = await mergedIn(list);
    await perform('resetStaging', { importId });
    for (const name of ['settleImport', 'admitRows', 'countAbsentSubscribers'] as const) {
      await expect(perform(name, { importId })).rejects.toMatchObject({ type: 'StagingLost' });
    }
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active' });
    await stageImport(importId, { perform });
    await perform('settleImport', { importId });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active' });
  });
});

/** An import of one row that is merged and not settled. */
async function mergedIn(list: TestList) {
  const importId = await fixture.createImport(list, 'in@x.io\n', DEACTIVATING);
  const perform = undisturbed(fixture.deps);
  await stageImport(importId, { perform });
  await perform('mergeChunk', { importId, number: 0 });
  return { importId, perform };
}

describe('the slices of a deactivation', () => {
  const ABSENT = ['a@x.io', 'b@x.io', 'c@x.io', 'd@x.io', 'e@x.io', 'f@x.io', 'g@x.io'];

  it('are transactions of their own, and an attempt after one that was cut off between two does the rest', async () => {
    const { list, importId } = await merged();
    await expect(attempt(cutOffAfter(2), 'settleImport', { importId })).rejects.toThrow('Cut off.');
    expect(await deactivatedIn(list)).toEqual([['a@x.io', 'b@x.io'], ['c@x.io']]);
    expect(await deactivatedOf(importId)).toBe(3);

    await attempt(fixture.deps, 'settleImport', { importId });
    // The subscribers of the import have a place in its slices, too.
    expect(await deactivatedIn(list)).toEqual([
      ['a@x.io', 'b@x.io'],
      ['c@x.io'],
      ['d@x.io', 'e@x.io'],
      ['f@x.io', 'g@x.io'],
    ]);
    expect(await deactivatedOf(importId)).toBe(ABSENT.length);
    const { rows } = await fixture.pool.query(
      `select active, deactivated from subscriber_counts where mailing_list_id = $1`,
      [list.id],
    );
    expect(rows).toEqual([{ active: 1, deactivated: ABSENT.length }]);
  });

  it('count each subscriber once when two attempts are at work at the same time', async () => {
    const { list, importId } = await merged();
    const settle = () => attempt(fixture.deps, 'settleImport', { importId });
    await Promise.all([settle(), settle()]);
    expect(await deactivatedOf(importId)).toBe(ABSENT.length);
    expect(await statuses(list)).toMatchObject({ 'c1@x.io': 'active' });
  });

  it('end when staging is lost between two, also while its rows are staged again', async () => {
    const { list, importId } = await merged();
    await expect(attempt(cutOffAfter(1), 'settleImport', { importId })).rejects.toThrow('Cut off.');
    await emptyStaging(fixture.pool);
    await expect(attempt(fixture.deps, 'settleImport', { importId })).rejects.toMatchObject({ type: 'StagingLost' });
    await attempt(fixture.deps, 'resetStaging', { importId });
    await expect(attempt(fixture.deps, 'settleImport', { importId })).rejects.toMatchObject({ type: 'StagingLost' });
    expect(await statuses(list)).toMatchObject({ 'c1@x.io': 'active', 'g@x.io': 'active' });
  });

  it('find the rows of chunks that were assigned by a hash', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(
      list.id,
      [...ABSENT, 'out@x.io'].map((email) => ({ email })),
    );
    const importId = await fixture.createImport(list, `${ABSENT.join('\n')}\n`, DEACTIVATING);
    const perform = undisturbed(fixture.deps);
    await perform('scanSource', { importId });
    await fixture.pool.query('update subscriber_imports set chunk_first_keys = null where id = $1', [importId]);
    const { chunks } = await stageImport(importId, { perform });
    expect(chunks).toBeGreaterThan(2);
    await perform('settleImport', { importId });
    expect(await deactivatedIn(list)).toEqual([['out@x.io']]);
  });

  /** A merged import of one subscriber, into a list with those that are absent. */
  async function merged(): Promise<{ list: TestList; importId: number }> {
    const list = await fixture.createList();
    await fixture.addSubscribers(
      list.id,
      ABSENT.map((email) => ({ email })),
    );
    const importId = await fixture.createImport(list, 'c1@x.io\n', DEACTIVATING);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    return { list, importId };
  }

  /** Activities that are cut off after so many slices of two subscribers. */
  function cutOffAfter(slices: number): ActivityDeps {
    let left = slices;
    const next = () => {
      if (left-- === 0) throw new Error('Cut off.');
      return 2;
    };
    return { ...fixture.deps, createListSliceSize: () => ({ next, took: () => undefined }) };
  }

  /** The keys of the deactivated subscribers, by the transaction that wrote them. */
  async function deactivatedIn(list: TestList): Promise<readonly (readonly string[])[]> {
    const { rows } = await fixture.pool.query<{ keys: string[] }>(
      `select array_agg(key order by key) as keys from subscribers
        where mailing_list_id = $1 and status = 'deactivated' group by xmin::text order by min(key)`,
      [list.id],
    );
    return rows.map((row) => row.keys);
  }

  async function deactivatedOf(importId: number): Promise<number | undefined> {
    const { rows } = await fixture.pool.query<{ deactivated: number }>(
      `select deactivated from subscriber_imports where id = $1`,
      [importId],
    );
    return rows[0]?.deactivated;
  }
});

async function statuses(list: TestList): Promise<Record<string, string>> {
  const subscribers = await fixture.readSubscribers(list.id);
  return Object.fromEntries(subscribers.map(({ key, status }) => [key, status]));
}
