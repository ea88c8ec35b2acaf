import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => (fixture = await createImportFixture()));
afterAll(() => fixture.close());

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const SOURCE = NAMES.map((name) => `${name}@x.io\n`).join('');
const FAILED = 'b@x.io,"The address is suppressed."\ng@x.io,"The address is suppressed."\n';

const suppress = ({ organizationId }: TestList, names: readonly string[]) =>
  fixture.pool.query(
    `insert into suppressed_addresses (organization_id, key, email)
     select $1, name || '@x.io', name || '@x.io' from unnest($2::text[]) name`,
    [organizationId, names],
  );
const release = ({ organizationId }: TestList, names: readonly string[]) =>
  fixture.pool.query(`delete from suppressed_addresses where organization_id = $1 and key = any ($2)`, [
    organizationId,
    names.map((name) => `${name}@x.io`),
  ]);

const CHANGES: readonly [string, (list: TestList) => Promise<unknown>][] = [
  ['others are suppressed', (list) => suppress(list, ['a', 'c', 'h'])],
  ['one is not suppressed any more', (list) => release(list, ['b'])],
  ['none is suppressed any more', (list) => release(list, ['b', 'g'])],
];

describe('rows that were skipped as suppressed', () => {
  it.each(CHANGES)('are skipped again, and no others, when staging is lost and %s', async (_, change) => {
    const { list, importId } = await begin();
    const perform = undisturbed(fixture.deps);
    const { chunks } = await stageImport(importId, { perform });
    expect(chunks).toBe(4);
    for (const number of [0, 3]) await perform('mergeChunk', { importId, number });
    await emptyStaging(fixture.pool);
    await change(list);
    await runImport(importId, { perform });
    await expectAll(list, importId);
  });

  it.each(CHANGES)('do not keep a chunk from being merged on when staging is lost and %s', async (_, change) => {
    const deps = { ...fixture.deps, chunkRows: 100 };
    const { list, importId } = await begin();
    const perform = undisturbed(deps);
    await stageImport(importId, { perform });
    let slices = 0;
    const took = () => {
      if (++slices === 3) throw new Error('Cut off.');
    };
    const sliceSizeOf = () => ({ next: () => 1, took });
    await expect(attempt({ ...deps, sliceSizeOf }, 'mergeChunk', { importId, number: 0 })).rejects.toThrow('Cut off.');
    await emptyStaging(fixture.pool);
    await change(list);
    await perform('resetStaging', { importId });
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    await runImport(importId, { perform });
    await expectAll(list, importId);
  });

  it('are none where the first staging found none', async () => {
    const { list, importId } = await begin([]);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('mergeChunk', { importId, number: 0 });
    await emptyStaging(fixture.pool);
    await suppress(list, ['a', 'g']);
    await runImport(importId, { perform });
    expect(await fixture.readImport(importId)).toMatchObject({ counters: { added: 8, failed: 0 } });
  });

  it('are none where an earlier version staged the range, and their number is unknown then', async () => {
    const { list, importId } = await begin([]);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await fixture.pool.query(
      'update import_ranges set skipped_rows = null, suppressed = null where subscriber_import_id = $1 and range_number = 0',
      [importId],
    );
    await perform('mergeChunk', { importId, number: 0 });
    await perform('recordImportState', { importId, state: 'failed', errorMessage: 'Out of luck.' });
    expect(await suppressedOf(importId)).toBeNull();
    await fixture.pool.query(
      `update subscriber_imports set state = 'importing', finished_at = null, totals = null where id = $1`,
      [importId],
    );
    await emptyStaging(fixture.pool);
    await suppress(list, ['a', 'g']);
    await runImport(importId, { perform });
    expect(await fixture.readImport(importId)).toMatchObject({ counters: { added: 8, failed: 0 } });
  });

  it('stay in the ledger when staging is forgotten, and no count that is written with them does', async () => {
    const { importId } = await begin();
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await perform('resetStaging', { importId });
    const { rows } = await fixture.pool.query(
      `select array_agg(n order by n) as skipped, count(statuses)::integer as statuses, count(suppressed)::integer as suppressed
         from import_ranges, unnest(skipped_rows) n where subscriber_import_id = $1`,
      [importId],
    );
    expect(rows).toEqual([{ skipped: [2, 7], statuses: 0, suppressed: 0 }]);
  });
});

async function begin(suppressed: readonly string[] = ['b', 'g']): Promise<{ list: TestList; importId: number }> {
  const list = await fixture.createList();
  await suppress(list, suppressed);
  return { list, importId: await fixture.createImport(list, SOURCE, { skip_suppressed: true }) };
}

async function expectAll(list: TestList, importId: number): Promise<void> {
  const { counters, logs } = await fixture.readImport(importId);
  expect(counters).toMatchObject({ added: 6, failed: 2, skipped_duplicate: 0 });
  expect(logs.failed).toBe(FAILED);
  const keys = (await fixture.readSubscribers(list.id)).map(({ key }) => key);
  expect(keys).toEqual(['a', 'c', 'd', 'e', 'f', 'h'].map((name) => `${name}@x.io`));
  expect(await suppressedOf(importId)).toBe(2);
}

async function suppressedOf(importId: number): Promise<unknown> {
  const { rows } = await fixture.pool.query<{ suppressed: number | null }>(
    'select suppressed from subscriber_imports where id = $1',
    [importId],
  );
  return rows[0]?.suppressed;
}
