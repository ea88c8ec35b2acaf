import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { emptyStaging } from './accidents.ts';
import { runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
let oneRange: ActivityDeps;
beforeAll(async () => {
  fixture = await createImportFixture();
  oneRange = { ...fixture.deps, rangeBytes: 64 * 1024 * 1024, chunkRows: 100_000 };
});
afterAll(() => fixture.close());

const MEBIBYTE = 1024 * 1024;
const ERROR = ',"email is not a valid address"';
/** 40 of 50 rows fail, with 100 KiB each. */
const LONG_ROWS = Array.from({ length: 50 }, (_, n) =>
  n % 5 === 0 ? `ann-${n}@x.io` : `bad-${n}-${'x'.repeat(100_000)}`,
);
const FAILED_LONG_ROWS = LONG_ROWS.filter((row) => row.startsWith('bad'));

describe('the failed log of a range with much to say', () => {
  it('is written in pieces of bounded size, in the order of the file, and its valid rows are imported', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, LONG_ROWS.join('\n'));
    await runImport(importId, { perform: undisturbed(oneRange) });

    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 10, failed: 40 });
    expect(logs.failed === FAILED_LONG_ROWS.map((row) => `${row}${ERROR}\n`).join('')).toBe(true);
    const sizes = await pieceSizes(importId);
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.max(...sizes)).toBeLessThan(3 * MEBIBYTE);
  });

  it('spares whom its rows name, when subscribers that are not in the import are deactivated', async () => {
    const list = await fixture.createList();
    await fixture.addSubscribers(list.id, [{ email: 'named@x.io' }, { email: 'absent@x.io' }]);
    const rows = [...LONG_ROWS, 'named@x.io,more', ...LONG_ROWS];
    const importId = await fixture.createImport(list, rows.join('\n'), { deactivate_subscribers_not_in_import: true });
    await runImport(importId, { perform: undisturbed(oneRange) });
    const subscribers = await fixture.readSubscribers(list.id);
    const statuses = Object.fromEntries(subscribers.map(({ key, status }) => [key, status]));
    expect(statuses).toMatchObject({ 'named@x.io': 'active', 'absent@x.io': 'deactivated' });
  });

  it('holds no line twice, and none too many, when the range is staged again', async () => {
    const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'number' }] });
    const rows = LONG_ROWS.map((row, n) => (n % 10 === 0 ? `${row},1` : `${row},Bonn`));
    const importId = await fixture.createImport(list, rows.join('\n'), { column_mapping: ['email', 'City'] });
    const perform = undisturbed(oneRange);
    await stageImport(importId, { perform });
    expect(await loggedEntries(importId)).toBe(45);
    await emptyStaging(fixture.pool);
    // The same rows have less to say: a text is no longer wrong.
    await fixture.pool.query(`update custom_fields set field_type = 'text' where id = $1`, [list.fields['City']]);
    await runImport(importId, { perform });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: 10, failed: 40 });
    expect(await loggedEntries(importId)).toBe(40);
  });

  it('is written in pieces too when an operator skips the range', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, LONG_ROWS.join('\n'));
    const perform = undisturbed(oneRange);
    const stage = (number: number) => perform('skipRange', { importId, number, reason: 'Skipped.' });
    await runImport(importId, { perform, stage });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ failed: 50 });
    expect((await pieceSizes(importId)).length).toBeGreaterThan(1);
    expect(await loggedEntries(importId)).toBe(50);
  });
});

describe('a row with many bad cells', () => {
  it('has a bounded message', async () => {
    const fields = Array.from({ length: 300 }, (_, n) => ({ name: `Field ${n}`, fieldType: 'number' as const }));
    const list = await fixture.createList({ fields });
    const source = `ann@x.io${',x'.repeat(300)}\n`;
    const column_mapping = ['email', ...fields.map(({ name }) => name)];
    const importId = await fixture.createImport(list, source, { column_mapping });
    await runImport(importId, { perform: undisturbed(oneRange) });
    const { logs } = await fixture.readImport(importId);
    expect(logs.failed).toMatch(/,"Field 0 must be a whole number; .*; and 280 more"\n$/);
  });
});

async function pieceSizes(importId: number): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ size: number }>(
    `select length(content) as size from import_logs where subscriber_import_id = $1 and kind = 'failed'`,
    [importId],
  );
  return rows.map(({ size }) => size);
}

async function loggedEntries(importId: number): Promise<number> {
  const { rows } = await fixture.pool.query<{ entries: number }>(
    `select sum(entries)::integer as entries from import_logs where subscriber_import_id = $1 and kind = 'failed'`,
    [importId],
  );
  return rows[0]?.entries ?? 0;
}
