import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { importFile, runImport, stageImport, undisturbed } from '../pipeline.ts';

const COLUMN_ADDED = new URL('../../../../engine/db/migrations/031.do.rows-that-clear-fields.sql', import.meta.url);

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const LONG = 'x'.repeat(60_000);
const OPTIONS = {
  overwrite: true,
  column_mapping: ['email', 'City', 'Street'],
  default_custom_fields: { City: 'Oslo', Notes: LONG },
};

describe('the defaults of an import', () => {
  it('are not in the staged rows, and reach every subscriber whose row says nothing else', async () => {
    const list = await listWithFields();
    const importId = await fixture.createImport(list, 'ann@x.io,,\nbob@x.io,Bonn,Street 1\n', OPTIONS);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const { rows } = await fixture.pool.query<{ bytes: number }>(
      `select max(octet_length(custom_fields::text)) as bytes from staging.import_${importId}`,
    );
    expect(rows[0]?.bytes).toBeLessThan(100);

    await runImport(importId, { perform });
    expect(await fieldsOf(list)).toEqual({
      'ann@x.io': { City: 'Oslo', Notes: LONG },
      'bob@x.io': { City: 'Bonn', Street: 'Street 1', Notes: LONG },
    });
  });

  it('replace what a subscriber has where the cell is blank, and a blank cell without one clears the field', async () => {
    const list = await listWithFields();
    await importFile(fixture, list, 'ann@x.io,Rome,Street 2\n', { ...OPTIONS, default_custom_fields: {} });
    await importFile(fixture, list, 'ann@x.io,,\n', OPTIONS);
    expect(await fieldsOf(list)).toEqual({ 'ann@x.io': { City: 'Oslo', Notes: LONG } });
  });

  it('make the same of rows that were staged with the defaults in them, as older workers did', async () => {
    const list = await listWithFields();
    const importId = await fixture.createImport(list, 'ann@x.io,,\nbob@x.io,Bonn,\n', OPTIONS);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const defaults = { [list.fields['City'] ?? '']: 'Oslo', [list.fields['Notes'] ?? '']: LONG };
    await fixture.pool.query(`update staging.import_${importId} set custom_fields = $1 || custom_fields`, [defaults]);
    await runImport(importId, { perform });
    expect(await fieldsOf(list)).toEqual({
      'ann@x.io': { City: 'Oslo', Notes: LONG },
      'bob@x.io': { City: 'Bonn', Notes: LONG },
    });
  });

  it('leave no null where rows were staged before the column that says which of them clear fields', async () => {
    const list = await listWithFields();
    const importId = await fixture.createImport(list, 'ann@x.io,,\nbob@x.io,Bonn,\n', {
      ...OPTIONS,
      default_custom_fields: {},
    });
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await fixture.pool.query(`alter table staging.import_${importId} drop column clears_fields`);
    await fixture.pool.query(await readFile(COLUMN_ADDED, 'utf8'));
    await runImport(importId, { perform });
    expect(await fieldsOf(list)).toEqual({ 'ann@x.io': {}, 'bob@x.io': { City: 'Bonn' } });
  });

  it('leave a row unchanged that has them already', async () => {
    const list = await listWithFields();
    await importFile(fixture, list, 'ann@x.io,,\n', OPTIONS);
    const version = async () =>
      (await fixture.pool.query<{ xmin: string }>('select xmin from subscribers where mailing_list_id = $1', [list.id]))
        .rows;
    const before = await version();
    const { counters } = await importFile(fixture, list, 'ann@x.io,,\n', OPTIONS);
    expect(counters).toMatchObject({ updated: 1 });
    expect(await version()).toEqual(before);
  });
});

function listWithFields(): Promise<TestList> {
  return fixture.createList({
    fields: [
      { name: 'City', fieldType: 'text' },
      { name: 'Street', fieldType: 'text' },
      { name: 'Notes', fieldType: 'text' },
    ],
  });
}

/** The values of each subscriber by the names of their fields. */
async function fieldsOf(list: TestList): Promise<Record<string, Record<string, unknown>>> {
  const names = new Map(Object.entries(list.fields).map(([name, id]) => [String(id), name]));
  const subscribers = await fixture.readSubscribers(list.id);
  return Object.fromEntries(
    subscribers.map(({ key, custom_fields: values }) => [
      key,
      Object.fromEntries(Object.entries(values).map(([id, value]) => [names.get(id) ?? id, value])),
    ]),
  );
}
