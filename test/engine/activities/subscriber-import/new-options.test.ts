import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { EXTENSION_BOUNDS } from '../../../../engine/domain/extension-bounds.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { falseBooks } from '../../../chaos/checks/books.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => (fixture = await createImportFixture()));
afterAll(async () => {
  expect(await falseBooks(fixture)).toEqual([]);
  await fixture.close();
});

const SOURCE = [
  'Email,Plan,Topics',
  'ann@x.io,Basic,"[""Cats"",""Dogs""]"',
  'bob@x.io,gold,cats / Birds',
  'bad,Silver,Fish',
  'cid@x.io,Gold,dogs',
  'dan@x.io,"two\nlines",Cats',
  '',
].join('\n');
const OPTIONS: Partial<ImportOptions> = {
  column_mapping: ['email', 'Plan', 'Topics'],
  column_rules: [null, { create_options: true }, { create_options: true, separator: '/' }],
  file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
};

async function createList() {
  const list = await fixture.createList({
    fields: [
      { name: 'Plan', fieldType: 'select_single_dropdown' },
      { name: 'Topics', fieldType: 'select_multiple_checkboxes' },
    ],
  });
  await setOptions(list, 'Plan', ['Basic']);
  await setOptions(list, 'Topics', ['Dogs']);
  return list;
}

async function setOptions({ fields }: TestList, name: string, options: readonly string[]): Promise<void> {
  await fixture.pool.query(
    `update custom_fields
        set options = (select jsonb_agg(jsonb_build_object('id', nextval('custom_field_option_ids'), 'name', o)) from unnest($2::text[]) o)
      where id = $1`,
    [fields[name], options],
  );
}

async function optionsOf({ fields }: TestList): Promise<Record<string, string[]>> {
  const { rows } = await fixture.pool.query<{ name: string; options: { id: number; name: string }[] }>(
    'select name, options from custom_fields where id = any ($1::bigint[]) order by id',
    [Object.values(fields)],
  );
  const ids = rows.flatMap(({ options }) => options.map(({ id }) => id));
  expect(ids.every((id) => id > 0)).toBe(true);
  return Object.fromEntries(rows.map(({ name, options }) => [name, options.map((option) => option.name)]));
}

/** The chosen options of each subscriber, by their names. */
async function choicesOf(list: TestList) {
  const { rows } = await fixture.pool.query<{ email: string; plan: string | null; topics: string[] | null }>(
    `select email,
            (select o->>'name' from custom_fields f, jsonb_array_elements(f.options) o
              where f.id = $2 and o->'id' = s.custom_fields->($2::text)) as plan,
            (select array_agg(o->>'name' order by o->>'name') from custom_fields f, jsonb_array_elements(f.options) o
              where f.id = $3 and s.custom_fields->($3::text) @> (o->'id')) as topics
       from subscribers s where mailing_list_id = $1 order by email`,
    [list.id, list.fields['Plan'], list.fields['Topics']],
  );
  return rows.map(({ email, plan, topics }) => [email, plan, topics]);
}

async function begin(options: Partial<ImportOptions> = {}, source = SOURCE) {
  const list = await createList();
  return { list, importId: await fixture.createImport(list, source, { ...OPTIONS, ...options }) };
}

const CREATED = { Plan: ['Basic', 'gold'], Topics: ['Dogs', 'Cats', 'Birds'] };
const CHOICES = [
  ['ann@x.io', 'Basic', ['Cats', 'Dogs']],
  ['bob@x.io', 'gold', ['Birds', 'Cats']],
  ['cid@x.io', 'gold', ['Dogs']],
];

async function noticeOf(importId: number) {
  const { rows } = await fixture.pool.query<{ notices: { code: string }[] }>(
    'select scan_notices as notices from subscriber_imports where id = $1',
    [importId],
  );
  return rows[0]?.notices.find(({ code }) => code === 'created_options');
}

describe('a column that creates options', () => {
  const smallRanges = () => ({ ...fixture.deps, rangeBytes: 40 });

  it.each<[string, () => ActivityDeps]>([
    ['in several ranges', smallRanges],
    ['in one', () => ({ ...fixture.deps, rangeBytes: 65_536, chunkRows: 1_000 })],
  ])('adds those of valid rows, and their people choose them: %s', async (_, deps) => {
    const { list, importId } = await begin();
    await runImport(importId, { perform: undisturbed(deps()) });
    expect(await optionsOf(list)).toEqual(CREATED);
    expect(await choicesOf(list)).toEqual(CHOICES);
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 3, failed: 2 });
    expect(logs.failed).toContain("Plan is not one of the field's options, and could not become one");
    expect(await noticeOf(importId)).toMatchObject({
      columns: [2, 3],
      count: 3,
      message: 'Words that were no options became options of Plan, Topics: "Cats", "gold", "Birds".',
    });
  });

  it('does so in the inline way of small imports, which goes step by step then', async () => {
    const { list, importId } = await begin();
    await attempt({ ...fixture.deps, rangeBytes: 65_536, chunkRows: 1_000 }, 'importAtOnce', { importId });
    await attempt(fixture.deps, 'recordImportState', { importId, state: 'finished', errorMessage: null });
    expect(await optionsOf(list)).toEqual(CREATED);
    expect(await choicesOf(list)).toEqual(CHOICES);
  });

  it('adds none in a dry run, which counts as the import would', async () => {
    const { list, importId } = await begin({ dry_run: true });
    await runImport(importId, { perform: undisturbed(smallRanges()) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: 3, failed: 2 });
    expect(await optionsOf(list)).toEqual({ Plan: ['Basic'], Topics: ['Dogs'] });
    expect(await noticeOf(importId)).toMatchObject({ message: expect.stringContaining('would become options') });
  });

  it('adds each once where two imports create the same ones', async () => {
    const { list, importId } = await begin();
    const others = await Promise.all([1, 2].map(() => fixture.createImport(list, SOURCE, OPTIONS)));
    const perform = undisturbed(smallRanges());
    await Promise.all([importId, ...others].map((id) => runImport(id, { perform })));
    expect(await optionsOf(list)).toEqual(CREATED);
    expect(await choicesOf(list)).toEqual(CHOICES);
  });

  it('asks for a separator where a cell may have several', async () => {
    const source = 'Email,Plan,Topics\nann@x.io,,"Fish, Dogs"\nbob@x.io,,Cats\n';
    const { list, importId } = await begin({ column_rules: [null, null, { create_options: true }] }, source);
    await runImport(importId, { perform: undisturbed(fixture.deps) });
    expect(await optionsOf(list)).toMatchObject({ Topics: ['Dogs', 'Cats'] });
    expect((await fixture.readImport(importId)).logs.failed).toContain('say with the separator of the column');
  });

  it('adds as many as an import may, and the rows of the others fail', async () => {
    const most = EXTENSION_BOUNDS.newOptions.max;
    const rows = Array.from({ length: most + 3 }, (_, n) => `n${n}@x.io,Plan ${n},\n`).join('');
    const { list, importId } = await begin({}, `Email,Plan,Topics\n${rows}`);
    await runImport(importId, { perform: undisturbed({ ...fixture.deps, rangeBytes: 8_000, chunkRows: 1_000 }) });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: most, failed: 3 });
    expect((await optionsOf(list))['Plan']).toHaveLength(most + 1);
  });

  it('adds no more than its field has room for', async () => {
    const { list, importId } = await begin();
    await setOptions(
      list,
      'Plan',
      Array.from({ length: 4_999 }, (_, n) => `Plan ${n}`),
    );
    await setOptions(
      list,
      'Topics',
      Array.from({ length: 5_000 }, (_, n) => `Topic ${n}`),
    );
    await runImport(importId, { perform: undisturbed(smallRanges()) });
    const options = await optionsOf(list);
    expect([options['Plan']?.length, options['Topics']?.length]).toEqual([5_000, 5_000]);
    expect(options['Plan']?.at(-1)).toBe('Basic');
  });

  it('says in each import which options it added itself, also after a restart', async () => {
    const { list, importId } = await begin();
    const perform = undisturbed(smallRanges());
    await runImport(importId, { perform });
    const next = await fixture.createImport(list, SOURCE.replace('Birds', 'Snakes'), OPTIONS);
    await stageImport(next, { perform });
    const added = { columns: [3], count: 1, message: expect.stringContaining('"Snakes"') as string };
    expect(await noticeOf(next)).toMatchObject(added);
    await perform('recordImportState', { importId: next, state: 'failed', errorMessage: 'Ended.' });
    await perform('cleanUpImport', { importId: next });
    await perform('reopenImport', { importId: next });
    await runImport(next, { perform });
    expect(await noticeOf(next)).toMatchObject(added);
    const third = await fixture.createImport(list, SOURCE, OPTIONS);
    await runImport(third, { perform });
    expect(await noticeOf(third)).toBeUndefined();
  });

  it('adds no option of a column without that rule', async () => {
    const { list, importId } = await begin({ column_rules: [null, null, { create_options: true, separator: '/' }] });
    await runImport(importId, { perform: undisturbed(smallRanges()) });
    expect(await optionsOf(list)).toEqual({ Plan: ['Basic'], Topics: ['Dogs', 'Cats'] });
  });
});
