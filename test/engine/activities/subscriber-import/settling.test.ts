import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { importFile, stageImport, undisturbed } from '../pipeline.ts';

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

  it('spares whom a failed row names, as long as its address can be read', async () => {
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
      'gone@x.io': 'deactivated',
    });
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
    const importId = await fixture.createImport(list, 'in@x.io\n', DEACTIVATING);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    await perform('recordImportState', { importId, state: 'cancelled', errorMessage: null });
    await perform('cleanUpImport', { importId });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active', 'out@x.io': 'active' });
    expect(await fixture.stagingTables(importId)).toEqual([]);
  });

  it('asks for staging again when its keys were lost, and deactivates nobody until then', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, 'in@x.io\n', DEACTIVATING);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    await emptyStaging(fixture.pool);
    await expect(perform('settleImport', { importId })).rejects.toMatchObject({ type: 'StagingLost' });
    expect(await statuses(list)).toEqual({ 'in@x.io': 'active' });
  });

  it('deactivates nobody, and admits nobody, by staging that is empty since it is filled again', async () => {
    const list = await fixture.createList({ subscriberLimit: 100 });
    const importId = await fixture.createImport(list, 'in@x.io\n', DEACTIVATING);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
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

async function statuses(list: TestList): Promise<Record<string, string>> {
  const subscribers = await fixture.readSubscribers(list.id);
  return Object.fromEntries(subscribers.map(({ key, status }) => [key, status]));
}
