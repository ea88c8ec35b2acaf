import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOUNDS } from '../../../../engine/domain/bounds.ts';
import { createImportFixture } from '../../../support/import-fixture.ts';
import type { ImportFixture, TestList } from '../../../support/import-fixture.ts';
import { DEFAULTS } from '../../../support/import-options.ts';
import { importFile } from '../pipeline.ts';

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await createImportFixture();
});
afterAll(() => fixture.close());

const MOST = BOUNDS.subscriberData.max;
const NAMES = ['A', 'B'];
const OPTIONS = { overwrite: true, column_mapping: ['email', ...NAMES] };
const GROWN = `The custom fields would take more than ${MOST} bytes, together with those that the subscriber has.`;

describe('a row with more data than a subscriber may have', () => {
  it('fails alone, also when the record is within its bound and the data only as JSON is not', async () => {
    const list = await listWithFields();
    const escaped = '\u0001'.repeat(MOST / 5);
    const source = `ann@x.io,a,b\nbob@x.io,${escaped},b\ncid@x.io,a,b\n`;
    const { counters, logs } = await importFile(fixture, list, source, OPTIONS);
    expect(counters).toMatchObject({ added: 2, failed: 1 });
    const reason = `The custom fields of the row, with the defaults of the import, take more than ${MOST} bytes.`;
    expect(logs.failed === `bob@x.io,${escaped},b,"${reason}"\n`).toBe(true);
  });

  it('fails alone when the defaults of the import make it too large', async () => {
    const list = await listWithFields();
    const source = `ann@x.io,${'x'.repeat(MOST - 30_000)}\nbob@x.io,b\n`;
    const options = { column_mapping: ['email', 'A'], default_custom_fields: { B: 'y'.repeat(50_000) } };
    expect((await importFile(fixture, list, source, options)).counters).toMatchObject({ added: 1, failed: 1 });
  });
});

describe('a row that would make the data of a subscriber too large', () => {
  it('is counted once, leaves the subscriber as it was, and the next rows of its chunk are merged', async () => {
    const list = await listWithFields();
    const value = 'x'.repeat(MOST * 0.6);
    await fixture.addSubscribers(list.id, [
      subscriber(list, 'ann@x.io', { A: value }),
      subscriber(list, 'bob@x.io', { A: value }),
    ]);
    const source = `Email,B\nann@x.io,${value}\nbob@x.io,b\n`;
    const file_format = { ...DEFAULTS.file_format, csv_has_headers: true };
    const options = {
      ...OPTIONS,
      column_mapping: ['email', 'B'],
      file_format,
      deactivate_subscribers_not_in_import: true,
    };
    const { counters, logs } = await importFile(fixture, list, source, options);
    expect(counters).toMatchObject({ failed: 1, updated: 1, added: 0 });
    expect(logs.failed === `Email,B,Error\nann@x.io,${value},"${GROWN}"\n`).toBe(true);
    expect(logs.updated).toBe('bob@x.io\n');
    const [ann, bob] = await fixture.readSubscribers(list.id);
    expect(ann).toMatchObject({ status: 'active' });
    expect(Object.keys(ann?.custom_fields ?? {})).toEqual([String(list.fields['A'])]);
    expect(bob?.custom_fields[list.fields['B'] ?? '']).toBe('b');
  });

  it('is merged when the subscriber has too much already and does not get more', async () => {
    const list = await listWithFields();
    await fixture.addSubscribers(list.id, [subscriber(list, 'ann@x.io', { A: 'x'.repeat(2 * MOST), B: 'bb' })]);
    const options = { ...OPTIONS, column_mapping: ['email', 'B'] };
    const { counters } = await importFile(fixture, list, 'ann@x.io,b\n', options);
    expect(counters).toMatchObject({ updated: 1, failed: 0 });
  });

  it('fails whatever compresses well, since what counts is the text', async () => {
    const list = await listWithFields();
    await fixture.addSubscribers(list.id, [subscriber(list, 'ann@x.io', { A: 'x'.repeat(MOST - 100) })]);
    const source = `ann@x.io,${'y'.repeat(200)}\n`;
    const { counters } = await importFile(fixture, list, source, { ...OPTIONS, column_mapping: ['email', 'B'] });
    expect(counters).toMatchObject({ failed: 1 });
  });
});

function listWithFields(): Promise<TestList> {
  return fixture.createList({ fields: NAMES.map((name) => ({ name, fieldType: 'text' })) });
}

function subscriber(list: TestList, email: string, values: Readonly<Record<string, string>>) {
  const named = Object.entries(values).map(([name, value]) => [list.fields[name] ?? name, value]);
  return { email, custom_fields: Object.fromEntries(named) as Record<string, string> };
}
