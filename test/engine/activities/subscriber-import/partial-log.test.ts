import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityDeps } from '../../../../engine/activities/deps.ts';
import { purgeImport } from '../../../../engine/activities/purge-import.ts';
import type { ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import { falseBooks } from '../../../chaos/checks/books.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { attempt, runImport, stageImport, undisturbed } from '../pipeline.ts';
import { emptyStaging } from './accidents.ts';

let fixture: ImportFixture;
beforeAll(async () => (fixture = await createImportFixture()));
afterAll(async () => {
  expect(await falseBooks(fixture)).toEqual([]);
  await fixture.close();
});

const SOURCE =
  'Email,Points,Day\nann@x.io,5,2024-01-31\nbob@x.io,many,soon\nbad,few,\ncid@x.io,7,"a ""day"""\nbob@x.io,x,\n';
const LOG = [
  'Row,Email,Column,Field,Value,Error',
  '"2","bob@x.io","2","Points","many","Points must be a whole number"',
  '"2","bob@x.io","3","Day","soon","Day is not a date in an accepted format"',
  '"4","cid@x.io","3","Day","a ""day""","Day is not a date in an accepted format"',
  '"5","bob@x.io","2","Points","x","Points must be a whole number"',
  '',
].join('\n');
const OPTIONS: Partial<ImportOptions> = {
  column_mapping: ['email', 'Points', 'Day'],
  column_rules: [null, { invalid: 'leave_blank' }, { invalid: 'leave_blank' }],
  file_format: { ...DEFAULTS.file_format, csv_has_headers: true },
};

const createList = ({ required = false } = {}) =>
  fixture.createList({
    fields: [
      { name: 'Points', fieldType: 'number', required },
      { name: 'Day', fieldType: 'date' },
    ],
  });

async function begin({ options = {}, list }: { options?: Partial<ImportOptions>; list?: TestList } = {}) {
  const into = list ?? (await createList());
  return { list: into, importId: await fixture.createImport(into, SOURCE, { ...OPTIONS, ...options }) };
}

async function importRows(deps: ActivityDeps, settings: Parameters<typeof begin>[0] = {}) {
  const begun = await begin(settings);
  await runImport(begun.importId, { perform: undisturbed(deps) });
  return begun;
}

async function countsOf(importId: number) {
  const { rows } = await fixture.pool.query<{ partial: number; bytes: number; logged: number }>(
    `select partial, partial_log_bytes as bytes,
            (select coalesce(sum(bytes), 0)::bigint from import_logs where subscriber_import_id = i.id and kind = 'partial') as logged
       from subscriber_imports i where id = $1`,
    [importId],
  );
  return rows[0];
}

async function valuesOf({ id, fields }: TestList) {
  const people = await fixture.readSubscribers(id);
  const valueOf = (values: unknown, name: string) => (values as Record<string, unknown>)[fields[name] ?? 0] ?? null;
  return Object.fromEntries(
    people.map(({ email, custom_fields: values }) => [email, [valueOf(values, 'Points'), valueOf(values, 'Day')]]),
  );
}

const VALUES = { 'ann@x.io': [5, '2024-01-31'], 'bob@x.io': [null, null], 'cid@x.io': [7, null] };

describe('cells that are left blank', () => {
  it('are in the partial log, their people are imported without them, and no record counts twice', async () => {
    const { list, importId } = await importRows(fixture.deps);
    const { counters, records, logs } = await fixture.readImport(importId);
    expect([records, counters]).toEqual([5, expect.objectContaining({ added: 3, failed: 1, skipped_duplicate: 1 })]);
    expect(logs.partial).toBe(LOG);
    expect(logs.failed).toBe('Email,Points,Day,Error\nbad,few,,"email is not a valid address"\n');
    expect(await valuesOf(list)).toEqual(VALUES);
    expect(await countsOf(importId)).toMatchObject({ partial: 3 });
  });

  it('are the same in an import that is done inline, and in a dry run', async () => {
    const deps = { ...fixture.deps, rangeBytes: 65_536, chunkRows: 1_000 };
    for (const dry_run of [false, true]) {
      const { list, importId } = await begin({ options: { dry_run } });
      const { scan } = await attempt(deps, 'importAtOnce', { importId });
      expect(scan).toMatchObject({ ranges: 1, chunks: 1 });
      await attempt(deps, 'recordImportState', { importId, state: 'finished', errorMessage: null });
      expect((await fixture.readImport(importId)).logs.partial).toBe(LOG);
      expect(await countsOf(importId)).toMatchObject({ partial: 3 });
      expect(await valuesOf(list)).toEqual(dry_run ? {} : VALUES);
    }
  });

  it('are logged once when a range is staged again, and when Postgres has lost its rows', async () => {
    const { list, importId } = await begin();
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    await stageImport(importId, { perform });
    await emptyStaging(fixture.pool);
    await runImport(importId, { perform });
    expect((await fixture.readImport(importId)).logs.partial).toBe(LOG);
    const counts = await countsOf(importId);
    expect(counts).toMatchObject({ partial: 3, bytes: counts?.logged });
    expect(await valuesOf(list)).toEqual(VALUES);
  });

  it('of a range that is skipped after that are not in the log any more', async () => {
    const deps = { ...fixture.deps, rangeBytes: 1_000 };
    const { importId } = await begin();
    await stageImport(importId, { perform: undisturbed(deps) });
    await emptyStaging(fixture.pool);
    await attempt(deps, 'resetStaging', { importId });
    await attempt(deps, 'skipRange', { importId, number: 0, reason: 'Given up.' });
    await runImport(importId, { perform: undisturbed(deps) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ failed: 5, added: 0 });
    expect(logs).not.toHaveProperty('partial');
    expect(await countsOf(importId)).toMatchObject({ partial: 0 });
  });

  it('leave the value alone that a subscriber has, and take a default', async () => {
    const list = await createList();
    const custom_fields = { [list.fields['Points'] ?? 0]: 9, [list.fields['Day'] ?? 0]: '2020-02-02' };
    await fixture.addSubscribers(list.id, [{ email: 'bob@x.io', custom_fields }]);
    const { importId } = await importRows(fixture.deps, { list, options: { overwrite: true } });
    expect((await fixture.readImport(importId)).counters).toMatchObject({ added: 2, updated: 1 });
    expect((await valuesOf(list))['bob@x.io']).toEqual([9, '2020-02-02']);
    const defaulted = await importRows(fixture.deps, { options: { default_custom_fields: { Points: 1 } } });
    expect((await valuesOf(defaulted.list))['bob@x.io']).toEqual([1, null]);
  });

  it('are none of a field that is required: its rows fail', async () => {
    const { importId } = await importRows(fixture.deps, { list: await createList({ required: true }) });
    const { counters, logs } = await fixture.readImport(importId);
    expect(counters).toMatchObject({ added: 2, failed: 3 });
    expect(logs.failed).toContain('bob@x.io,many,soon,"Points must be a whole number"');
    expect(await countsOf(importId)).toMatchObject({ partial: 1 });
  });

  it('are listed up to the bound of the log, and their bytes are given back when it is purged', async () => {
    const bound = LOG.split('\n').slice(0, 3).join('\n').length + 60;
    const deps = { ...fixture.deps, logLimits: { ...fixture.deps.logLimits, failedLog: bound } };
    const { list, importId } = await importRows(deps);
    const { logs } = await fixture.readImport(importId);
    expect(logs.partial?.split('\n').length).toBeLessThan(LOG.split('\n').length);
    const counts = await countsOf(importId);
    expect(counts).toMatchObject({ partial: 3, bytes: counts?.logged });
    expect(counts?.bytes).toBeLessThanOrEqual(bound);
    await purgeImport(fixture.deps, importId);
    const { rows } = await fixture.pool.query(
      'select bytes, failed_bytes as failed from organization_logs where organization_id = $1',
      [list.organizationId],
    );
    expect(rows).toEqual([{ bytes: 0, failed: 0 }]);
    expect(await countsOf(importId)).toMatchObject({ bytes: 0, logged: 0 });
  });

  it('of one record beyond the bound of them are counted', async () => {
    const names = Array.from({ length: 25 }, (_, n) => `Field ${n}`);
    const list = await fixture.createList({ fields: names.map((name) => ({ name, fieldType: 'number' })) });
    const importId = await fixture.createImport(list, `ann@x.io${',x'.repeat(25)}\n`, {
      column_mapping: ['email', ...names],
      column_rules: [null, ...names.map(() => ({ invalid: 'leave_blank' }) as const)],
    });
    await runImport(importId, { perform: undisturbed(fixture.deps) });
    const lines = (await fixture.readImport(importId)).logs.partial?.trim().split('\n') ?? [];
    expect(lines).toHaveLength(22);
    expect(lines.at(-1)).toBe('"1","ann@x.io","","","","5 more cells of the row were left blank."');
  });
});
