import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COUNTERS } from '../../../../engine/domain/subscriber-imports.ts';
import type { Counter, ImportOptions } from '../../../../engine/domain/subscriber-imports.ts';
import type { SubscriberStatus } from '../../../../engine/domain/subscribers.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import type { ImportFixture } from '../../../support/import-fixture.ts';
import { importFile, stageImport, undisturbed } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const NEVER = { active: false, unsubscribed: false, bounced: false, deactivated: false, scomp: false };
const NOTHING = Object.fromEntries(COUNTERS.map((name) => [name, 0]));

describe('counters and logs of an import', () => {
  it.each<
    [Counter, { source?: string; existing?: SubscriberStatus; options?: Partial<ImportOptions>; limit?: number }]
  >([
    ['added', {}],
    ['updated', { existing: 'active', options: { overwrite: true } }],
    ['failed', { source: 'Ann@x.io,more\n' }],
    ['skipped_overwrite', { existing: 'active' }],
    ['skipped_active', { existing: 'active', options: { overwrite: true, overwrite_when_status: NEVER } }],
    ['skipped_unsubscribed', { existing: 'unsubscribed', options: { overwrite: true } }],
    ['skipped_scomp', { existing: 'scomp', options: { overwrite: true } }],
    ['skipped_bounced', { existing: 'bounced', options: { overwrite: true } }],
    ['skipped_deactivated', { existing: 'deactivated', options: { overwrite: true } }],
    ['skipped_over_limit', { limit: 0 }],
  ])('put a row into %s alone', async (counter, { source = 'Ann@x.io\n', existing, options, limit = null }) => {
    const list = await fixture.createList({ subscriberLimit: limit });
    if (existing !== undefined) await fixture.addSubscribers(list.id, [{ email: 'ann@x.io', status: existing }]);
    const { counters, records, logs } = await importFile(fixture, list, source, options);
    const line = counter === 'failed' ? 'Ann@x.io,more,"The number of columns is 2 instead of 1."\n' : 'Ann@x.io\n';
    expect({ counters, records, logs }).toEqual({
      counters: { ...NOTHING, [counter]: 1 },
      records: 1,
      logs: { [counter]: line },
    });
  });

  it('count each row whose address stood in an earlier good row as a duplicate', async () => {
    const list = await fixture.createList({ fields: [{ name: 'Age', fieldType: 'number' }] });
    const source = 'ann@x.io,old\nANN@x.io,1\nann@x.io,2\nann@x.io,3\n';
    const { counters, logs } = await importFile(fixture, list, source, { column_mapping: ['email', 'Age'] });
    expect(counters).toEqual({ ...NOTHING, failed: 1, added: 1, skipped_duplicate: 2 });
    expect(logs.skipped_duplicate).toBe('ann@x.io\nann@x.io\n');
    const [ann] = await fixture.readSubscribers(list.id);
    expect(ann).toMatchObject({ email: 'ANN@x.io', custom_fields: { [list.fields['Age'] ?? '']: 1 } });
  });

  it('are empty when the file has no rows', async () => {
    const list = await fixture.createList();
    const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
    expect(await importFile(fixture, list, 'Email\n', { file_format })).toMatchObject({
      state: 'finished',
      records: 0,
      counters: NOTHING,
      logs: {},
    });
  });

  it('say what was done before a cancellation, and no more', async () => {
    const list = await fixture.createList();
    const importId = await fixture.createImport(list, 'a@x.io\nb@x.io\nc@x.io\nbad\n');
    const perform = undisturbed(fixture.deps);
    await stageImport(importId, { perform });
    const { counters } = await perform('mergeChunk', { importId, number: 0 });
    await perform('recordImportState', { importId, state: 'cancelled', errorMessage: null });
    const outcome = await fixture.readImport(importId);
    expect(outcome).toMatchObject({ state: 'cancelled', records: 4, counters: { ...counters, failed: 1 } });
    expect(outcome.logs.added?.split('\n').length).toBe(counters.added + 1);
    expect(await fixture.readSubscribers(list.id)).toHaveLength(counters.added);
  });
});

describe('failed log', () => {
  it('can be imported again once its rows are corrected', async () => {
    const list = await fixture.createList({
      fields: [
        { name: 'Note', fieldType: 'text' },
        { name: 'Born', fieldType: 'date' },
      ],
    });
    const options = {
      column_mapping: ['email', 'Note', 'Born'],
      file_format: { ...DEFAULTS.file_format, csv_has_headers: true, csv_field_separator: ';' as const },
    };
    const source =
      'Address;Note;Birthday\na@x.io;"two\nlines";31/31/2001\nb@x.io;fine;1/2/2001\nc@x.io;"say ""hi""";x\n';
    const { logs } = await importFile(fixture, list, source, options);
    expect(logs.failed).toBe(
      'Address;Note;Birthday;Error\n' +
        'a@x.io;"two\nlines";31/31/2001;"Born is not a date in an accepted format"\n' +
        'c@x.io;"say ""hi""";x;"Born is not a date in an accepted format"\n',
    );
    const corrected = logs.failed?.replace('31/31/2001', '1/31/2001').replace(';x;', ';;') ?? '';
    const again = await importFile(fixture, list, corrected, {
      ...options,
      column_mapping: [...options.column_mapping, ''],
    });
    expect(again.counters).toEqual({ ...NOTHING, added: 2 });
    const notes = (await fixture.readSubscribers(list.id)).map(({ custom_fields }) => Object.values(custom_fields)[0]);
    expect(notes).toEqual(['two\nlines', 'fine', 'say "hi"']);
  });
});
