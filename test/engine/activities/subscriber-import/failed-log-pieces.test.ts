import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
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
    expect(await loggedRows(importId)).toHaveLength(45);
    await emptyStaging(fixture.pool);
    // The same rows have less to say: a text is no longer wrong.
    await fixture.pool.query(`update custom_fields set field_type = 'text' where id = $1`, [list.fields['City']]);
    await runImport(importId, { perform });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: 10, failed: 40 });
    expect(await loggedRows(importId)).toEqual(numbersOf(LONG_ROWS, (row) => row.startsWith('bad')));
  });

  it('is written in pieces too when an operator skips the range', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, LONG_ROWS.join('\n'));
    const perform = undisturbed(oneRange);
    const stage = (number: number) => perform('skipRange', { importId, number, reason: 'Skipped.' });
    await runImport(importId, { perform, stage });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ failed: 50 });
    expect((await pieceSizes(importId)).length).toBeGreaterThan(1);
    expect(await loggedRows(importId)).toEqual(numbersOf(LONG_ROWS, () => true));
  });
});

describe('the number of a failed row', () => {
  const records = Array.from({ length: 60 }, (_, n) => (n % 4 === 3 ? `no ${n},"two\nlines"` : `p${n}@x.io,"a\nb"`));
  const options = { column_mapping: ['email', ''], file_format: { ...DEFAULTS.file_format, csv_has_headers: true } };

  it.each([
    ['an import', {}],
    ['a dry run', { dry_run: true }],
  ])('counts the records of the whole file, whatever its ranges: in %s', async (_, more) => {
    const list = await fixture.createList();
    const source = `Mail,"Note\n"\n\n${records.join('\n\n')}`;
    const importId = await fixture.createImport(list, source, { ...options, ...more });
    const perform = undisturbed({ ...fixture.deps, rangeBytes: 200, chunkRows: 10 });
    expect((await perform('scanSource', { importId })).ranges).toBeGreaterThan(3);
    await runImport(importId, { perform });
    expect(await loggedRows(importId)).toEqual(numbersOf(records, (record) => record.startsWith('no')));
  });

  it('is that of the row in the file when an operator skips its chunk', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, `Mail,Note\n${records.join('\n')}`, options);
    const perform = undisturbed(oneRange);
    await stageImport(importId, { perform });
    await perform('skipChunk', { importId, number: 0, reason: 'Skipped.' });
    const isBad = (record: string) => record.startsWith('no');
    expect(await loggedRows(importId)).toEqual([
      ...numbersOf(records, isBad),
      ...numbersOf(records, (record) => !isBad(record)),
    ]);
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

/** The numbers of the rows in the failed log, in its order. */
async function loggedRows(importId: number): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ row: number }>(
    `select row from import_logs cross join unnest(row_numbers) with ordinality as t (row, place)
      where subscriber_import_id = $1 and kind = 'failed' order by part, piece, place`,
    [importId],
  );
  return rows.map(({ row }) => row);
}

/** The numbers of some records, which count from 1. */
function numbersOf(records: readonly string[], isWanted: (record: string) => boolean): number[] {
  return records.flatMap((record, index) => (isWanted(record) ? [index + 1] : []));
}
