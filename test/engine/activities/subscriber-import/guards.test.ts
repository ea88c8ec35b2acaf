import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { createNotice } from '../../../../engine/domain/notices.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const DEACTIVATING = { deactivate_subscribers_not_in_import: true };

describe('the subscribers that an import would deactivate', () => {
  const countedOf = async (source: string, options: object = DEACTIVATING, mapping: readonly string[] = ['email']) => {
    const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
    await addSubscribers(list, ['in@x.io', 'out@x.io', 'other@x.io']);
    const column_mapping = [...mapping];
    const importId = await fixture.createImport(list, source, { ...DEACTIVATING, ...options, column_mapping });
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    return perform('countAbsentSubscribers', { importId });
  };

  it('are counted where max_deactivated asks for it', async () => {
    const found = { active: 3, absent: 2, isEmpty: false, isCutOff: false, unread: 0 };
    expect(await countedOf('IN@x.io\n', { max_deactivated: 1 })).toEqual(found);
    expect(await countedOf('IN@x.io\n')).toBeNull();
  });

  it('are counted where no record has an address', async () => {
    const found = { active: 3, absent: 3, isEmpty: true, isCutOff: false };
    expect(await countedOf('')).toEqual({ ...found, unread: 0 });
    expect(await countedOf('no address\n')).toEqual({ ...found, unread: 1 });
  });

  it('are counted where the source ends within a record', async () => {
    const found = { active: 3, absent: 2, isEmpty: false, isCutOff: true, unread: 1 };
    const counted = (source: string) => countedOf(source, DEACTIVATING, ['email', 'City']);
    expect(await counted('in@x.io,Bonn\nou')).toEqual(found);
    expect(await counted('in@x.io,Bonn\nother,"Bo')).toEqual(found);
    expect(await counted('in@x.io,Bonn\nout@x.io,Bo')).toBeNull();
    expect(await counted('in@x.io,Bonn\nout@x.io\n')).toBeNull();
  });

  it('are counted where no address can be read out of a failed row', async () => {
    const counted = (source: string) => countedOf(source, DEACTIVATING, ['email', 'City']);
    const found = { active: 3, absent: 2, isEmpty: false, isCutOff: false };
    expect(await counted('in@x.io,Bonn\n,Ulm\n"o"ut,Ulm\n')).toEqual({ ...found, unread: 2 });
    expect(await counted('in@x.io,Bonn\nbad,Ulm <out@x.io>\n"other@x.io"x,Ulm\n')).toBeNull();
  });

  it('are counted where the workbook has sheets that nothing says are to be left out', async () => {
    const list = await fixture.createList({});
    await addSubscribers(list, ['in@x.io', 'out@x.io']);
    const importId = await fixture.createImport(list, 'in@x.io\n', { ...DEACTIVATING, column_mapping: ['email'] });
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const notices = JSON.stringify([createNotice('other_sheets', 'Not "B".', { count: 1 })]);
    await fixture.pool.query('update subscriber_imports set notices = $2 where id = $1', [importId, notices]);
    const found = { active: 2, absent: 1, isEmpty: false, isCutOff: false, unread: 0, otherSheets: 1 };
    expect(await perform('countAbsentSubscribers', { importId })).toEqual(found);
  });

  it('are not those in the header and in the lines that are skipped', async () => {
    const absentOf = async (source: string, format: object) => {
      const options = { file_format: { ...DEFAULTS.file_format, ...format }, max_deactivated: 0 };
      const found = await countedOf(source, options, ['email', 'City']);
      return found?.absent;
    };
    const header = { csv_has_headers: true };
    expect(await absentOf('out@x.io,Bonn\nin@x.io,Ulm\n', header)).toBe(1);
    expect(await absentOf('out@x.io,Bonn\nEmail,City\nin@x.io,Ulm\n', { ...header, skip_lines: 1 })).toBe(1);
    const title = 'List of out@x.io\n\nmailto:OTHER@x.io\nEmail,City\nin@x.io,Ulm\n';
    expect(await absentOf(title, { ...header, skip_lines: 3 })).toBe(0);
    expect(await absentOf(title, { ...header, skip_lines: 4 })).toBe(0);
  });

  it('are all where the addresses are in the header alone', async () => {
    const options = { file_format: { ...DEFAULTS.file_format, csv_has_headers: true } };
    expect(await countedOf('in@x.io\n', options)).toMatchObject({ isEmpty: true, absent: 2 });
  });
});

describe('the failed records of a guarded import', () => {
  it('hold rows of others, which are counted with their range and in the merge', async () => {
    const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
    const source = 'ann@x.io,Bonn\nbob@x.io,"Ulm\ncid@x.io,Ulm\ndan@x.io,Ulm"\nno address,Ulm\n';
    const options = { column_mapping: ['email', 'City'], max_failed_records: 3 };
    const importId = await fixture.createImport(list, source, options);
    const perform = undisturbed(fixture.deps);
    const staged: unknown[] = [];
    const stage = async (number: number) => staged.push(await perform('stageRange', { importId, number }));
    await stageImport(importId, { perform, stage });
    expect(staged).toEqual([{ failed: 1, swallowed: 2 }, { failed: 1 }]);
    expect(await perform('stageRange', { importId, number: 0 })).toEqual({ failed: 1, swallowed: 2 });
  });

  it('roll a chunk back that would take them past the guard', async () => {
    const list = await fixture.createList({ fields: [{ name: 'A', fieldType: 'text' }] });
    const large = 'a'.repeat(700_000);
    const [id = 0] = Object.values(list.fields);
    await addSubscribers(list, ['ann@x.io'], { [id + 1_000]: large });
    const options = { overwrite: true, column_mapping: ['email', 'A'], max_failed_records: 0 };
    const importId = await fixture.createImport(list, `ann@x.io,${large}\nbob@x.io,Bonn\n`, options);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const merge = (maxFailed?: number) =>
      perform('mergeChunk', { importId, number: 0, ...(maxFailed !== undefined && { maxFailed }) });
    const swallow = (rows: number) =>
      fixture.deps.pool.query(
        'update import_ranges set swallowed = $2 where subscriber_import_id = $1 and range_number = 0',
        [importId, rows],
      );
    await swallow(2);
    await expect(merge(2)).rejects.toMatchObject({
      type: 'TooManyFailed',
      message: expect.stringMatching(/^3 records/),
    });
    await swallow(0);
    await expect(merge(0)).rejects.toMatchObject({
      type: 'TooManyFailed',
      message: expect.stringMatching(/^1 records/),
    });
    expect(await fixture.readSubscribers(list.id)).toHaveLength(1);
    expect(await merge(1)).toMatchObject({ counters: { added: 1, failed: 1 }, unchanged: 0 });
  });
});

describe('rows that change nothing', () => {
  it('are counted as updated, and apart as unchanged', async () => {
    const list = await fixture.createList({ fields: [{ name: 'City', fieldType: 'text' }] });
    const [id = 0] = Object.values(list.fields);
    await addSubscribers(list, ['ann@x.io', 'bob@x.io'], { [id]: 'Bonn' });
    const options = { overwrite: true, column_mapping: ['email', 'City'] };
    const importId = await fixture.createImport(list, 'ann@x.io,Bonn\nbob@x.io,Oslo\n', options);
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const merged = { counters: { updated: 2 }, unchanged: 1 };
    expect(await perform('mergeChunk', { importId, number: 0 })).toMatchObject(merged);
    expect(await perform('mergeChunk', { importId, number: 0 })).toMatchObject(merged);
    expect(await perform('balanceImport', { importId })).toEqual({ records: 2, outcomes: 2 });
  });
});

function addSubscribers(list: TestList, emails: readonly string[], custom_fields = {}): Promise<void> {
  return fixture.addSubscribers(
    list.id,
    emails.map((email) => ({ email, custom_fields })),
  );
}
