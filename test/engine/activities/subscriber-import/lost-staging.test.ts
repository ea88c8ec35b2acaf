import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const SOURCE = 'a@x.io\nb@x.io\nbad\nc@x.io\nold@x.io\na@x.io\nd@x.io\n';

describe('a crash of Postgres that empties staging', () => {
  it.each(['stageRange', 'admitRows', 'mergeChunk', 'settleImport'] as const)('is noticed by %s', async (name) => {
    const list = await fixture.createList({ subscriberLimit: 100 });
    const importId = await fixture.createImport(list, SOURCE, { deactivate_subscribers_not_in_import: true });
    await fixture.addSubscribers(list.id, [{ email: 'out@x.io' }]);
    const perform = undisturbed({ ...fixture.deps, chunkRows: 100 });
    if (name === 'stageRange') await perform('scanSource', { importId });
    else await stageImport(importId, { perform });
    await emptyStaging(fixture.pool);
    await expect(perform(name, { importId, number: 0 })).rejects.toMatchObject({ type: 'StagingLost' });
    expect((await fixture.readSubscribers(list.id)).map(({ status }) => status)).toEqual(['active']);
  });

  it('in the middle of merging changes nothing in what comes out', async () => {
    const [calm, crashed] = [await importOf(), await importOf()];
    await runImport(calm.importId, { perform: undisturbed(fixture.deps) });

    const perform = undisturbed(fixture.deps);
    const { chunks } = await stageImport(crashed.importId, { perform });
    expect(chunks).toBeGreaterThan(2);
    await perform('mergeChunk', { importId: crashed.importId, number: 1 });
    await emptyStaging(fixture.pool);
    await runImport(crashed.importId, { perform });

    expect(await fixture.readImport(crashed.importId)).toEqual(await fixture.readImport(calm.importId));
    const keys = async (list: TestList) => (await fixture.readSubscribers(list.id)).map(({ key }) => key);
    expect(await keys(crashed.list)).toEqual(await keys(calm.list));
  });

  it('leaves no chunk merged by an attempt that comes after staging was made empty again', async () => {
    const { importId } = await importOf();
    const perform = undisturbed(fixture.deps);
    const { chunks } = await stageImport(importId, { perform });
    await emptyStaging(fixture.pool);
    await perform('resetStaging', { importId });
    for (let number = 0; number < chunks; number++) {
      await expect(perform('mergeChunk', { importId, number })).rejects.toMatchObject({ type: 'StagingLost' });
    }
    await runImport(importId, { perform });
    const counters = { added: 4, failed: 1, skipped_duplicate: 1, skipped_overwrite: 1 };
    expect(await fixture.readImport(importId)).toMatchObject({ counters });
  });

  it('is told from a range that was staged once more after its acknowledgement got lost', async () => {
    const importId = await fixture.createImport(await fixture.createList(), 'a@x.io\nb@x.io\n');
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    const { counters } = await attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    expect(counters).toMatchObject({ added: 2, skipped_duplicate: 0 });
  });

  it('is told from a chunk without rows', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, 'bad\nworse\n');
    await stageImport(importId, { perform: undisturbed(fixture.deps) });
    const { counters } = await attempt(fixture.deps, 'mergeChunk', { importId, number: 0 });
    expect(Object.values(counters)).toEqual(Object.values(counters).fill(0));
  });
});

async function importOf(): Promise<{ list: TestList; importId: number }> {
  const list = await fixture.createList();
  await fixture.addSubscribers(list.id, [{ email: 'old@x.io' }]);
  return { list, importId: await fixture.createImport(list, SOURCE, { deactivate_subscribers_not_in_import: true }) };
}
