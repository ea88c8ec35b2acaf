import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { importFile, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const TEN = Array.from({ length: 10 }, (_, i) => `s${i}@x.io`);

describe('subscriber limit of an organization', () => {
  it('admits new rows in file order, whatever the order of chunks', async () => {
    const list = await fixture.createList({ subscriberLimit: 4 });
    const importId = await fixture.createImport(list, TEN.join('\n'));
    await runImport(importId, {
      perform: undisturbed(fixture.deps),
      order: (numbers) => numbers.toReversed(),
      lanes: 2,
    });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 4, skipped_over_limit: 6 });
    expect((await fixture.readSubscribers(list.id)).map(({ key }) => key)).toEqual(TEN.slice(0, 4));
    expect(logs.skipped_over_limit?.trim().split('\n').sort()).toEqual(TEN.slice(4));
  });

  it('ends within a part of a large source, behind its duplicates', async () => {
    const list = await fixture.createList({ subscriberLimit: 12_346 });
    await fixture.addSubscribers(list.id, [{ email: 's00007@x.io' }]);
    const emails = Array.from({ length: 25_000 }, (_, i) => `s${String(i % 20_000).padStart(5, '0')}@x.io`);
    const importId = await fixture.createImport(list, emails.join('\n'));
    const sliceSizeOf = () => ({ next: (left: number) => left, took: () => undefined });
    const deps = { ...fixture.deps, rangeBytes: 100_000, chunkRows: 5_000, sliceSizeOf };
    await runImport(importId, { perform: undisturbed(deps) });
    const { counters } = await fixture.readImport(importId);
    expect(counters).toMatchObject({
      added: 12_345,
      skipped_overwrite: 1,
      skipped_duplicate: 5_000,
      skipped_over_limit: 20_000 - 12_346,
    });
    // The subscriber that was there takes no room of those that follow.
    expect((await fixture.readSubscribers(list.id)).at(-1)).toMatchObject({ key: 's12345@x.io' });
  });

  it('counts every list of the organization but deleted ones, and every status', async () => {
    const list = await fixture.createList({ subscriberLimit: 4 });
    const { organizationId } = list;
    const other = await fixture.createList({ organizationId });
    await fixture.addSubscribers(other.id, [{ email: 'a@x.io' }, { email: 'b@x.io', status: 'bounced' }]);
    const deleted = await fixture.createList({ organizationId });
    await fixture.addSubscribers(deleted.id, [{ email: 'a@x.io' }]);
    await fixture.pool.query(`update mailing_lists set deleted_at = now() where id = $1`, [deleted.id]);
    expect((await importFile(fixture, list, TEN.join('\n'))).counters).toMatchObject({
      added: 2,
      skipped_over_limit: 8,
    });
  });

  it('takes no room for duplicates, failed rows and known subscribers', async () => {
    const list = await fixture.createList({ subscriberLimit: 3 });
    await fixture.addSubscribers(list.id, [{ email: 'old@x.io' }]);
    const { counters } = await importFile(fixture, list, 'a@x.io\nbad\na@x.io\nold@x.io\nb@x.io\nc@x.io\n');
    expect(counters).toMatchObject({ added: 2, skipped_over_limit: 1, skipped_duplicate: 1, failed: 1 });
    expect((await fixture.readSubscribers(list.id)).map(({ key }) => key)).toEqual(['a@x.io', 'b@x.io', 'old@x.io']);
  });

  it.each([
    ['first', (numbers: readonly number[]) => numbers],
    ['last', (numbers: readonly number[]) => numbers.toReversed()],
  ])('counts a subscriber where the file names it first, when the %s chunk is merged first', async (_, order) => {
    const list = await fixture.createList({ subscriberLimit: 2 });
    const importId = await fixture.createImport(list, 'a@x.io\nb@x.io\nc@x.io\na@x.io\nb@x.io\n');
    await runImport(importId, { perform: undisturbed({ ...fixture.deps, chunkRows: 1 }), order });
    expect((await fixture.readSubscribers(list.id)).map(({ key }) => key)).toEqual(['a@x.io', 'b@x.io']);
  });

  it('is never exceeded by two imports at once, though each was promised the same room', async () => {
    const list = await fixture.createList({ subscriberLimit: 12 });
    const { organizationId } = list;
    const other = await fixture.createList({ organizationId });
    const perform = undisturbed(fixture.deps);
    const ids = [await fixture.createImport(list, TEN.join('\n')), await fixture.createImport(other, TEN.join('\n'))];
    for (const importId of ids) {
      await stageImport(importId, { perform });
      await perform('admitRows', { importId });
    }
    await Promise.all(ids.map((importId) => runImport(importId, { perform, lanes: 2 })));
    const outcomes = await Promise.all(ids.map((importId) => fixture.readImport(importId)));
    const sum = (name: 'added' | 'skipped_over_limit') =>
      outcomes.reduce((n, { counters }) => n + (counters?.[name] ?? 0), 0);
    expect([sum('added'), sum('skipped_over_limit')]).toEqual([12, 8]);
    const both = [...(await fixture.readSubscribers(list.id)), ...(await fixture.readSubscribers(other.id))];
    expect(both).toHaveLength(12);
  });
});
