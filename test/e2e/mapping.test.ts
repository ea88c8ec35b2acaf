import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, succeed, untilEnded } from '../support/imports.ts';

const OPTIONS = [{ name: 'Red' }, { name: 'Green' }, { name: 'Dark, blue' }];

/** One field of each type, a good cell for it, and what the API then shows. */
const FIELDS = [
  { field: { field_type: 'text' }, cell: 'Oslo', value: 'Oslo' },
  { field: { field_type: 'text_multiline' }, cell: '"one\ntwo"', value: 'one\ntwo' },
  { field: { field_type: 'number', number_support_decimal: true }, cell: '-1.5', value: -1.5 },
  { field: { field_type: 'date' }, cell: '"February 29, 2024"', value: '2024-02-29' },
  { field: { field_type: 'day_of_year' }, cell: '12/31/1999', value: '12-31' },
  { field: { field_type: 'select_single_dropdown', options: OPTIONS }, cell: 'green', value: 'Green' },
  { field: { field_type: 'select_single_radio', options: OPTIONS }, cell: '"Dark, blue"', value: 'Dark, blue' },
  { field: { field_type: 'select_multiple_checkboxes', options: OPTIONS }, cell: 'green|RED', value: ['Red', 'Green'] },
  { field: { field_type: 'boolean' }, cell: 'yes', value: true },
];
const NAMES = FIELDS.map(({ field }) => `My ${field.field_type}`);
const EVERY_TYPE = FIELDS.map(({ field }, i) => ({ name: NAMES[i], ...field }));

/** Every shape of the specification that reads the same in both date formats. */
const PLAIN_SHAPES = {
  '2024-02-03T04:05:06+01:00': '2024-02-03T03:05:06Z',
  '2024-02-03T04:05:06-0530': '2024-02-03T09:35:06Z',
  'February 3, 2024 16:05': '2024-02-03T16:05:00Z',
  'February 3, 2024': '2024-02-03T00:00:00Z',
  '3 February 2024': '2024-02-03T00:00:00Z',
  '2024-02-03 16:05': '2024-02-03T16:05:00Z',
  '2024-02-03': '2024-02-03T00:00:00Z',
};
/** The shapes whose first two numbers are month and day, or day and month. */
const AMBIGUOUS_SHAPES = {
  '02-03-2024 4:05:06pm': 'T16:05:06Z',
  '02-03-2024 16:05:06': 'T16:05:06Z',
  '02-03-2024 4:05pm': 'T16:05:00Z',
  '02-03-2024 16:05': 'T16:05:00Z',
  '02-03-2024': 'T00:00:00Z',
};

describe('the column mapping', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('feeds every attribute of a subscriber, and skips blank columns', async () => {
    const list = await createList(engine, 'Attributes', [], { has_format: true, has_confirmed: true });
    const entries = ['', 'email', 'status', 'email_format', 'subscribe_time', 'subscribe_ip', 'remove_time'];
    const csv =
      'a,b,c,d,e,f,g,h,i,j\n' +
      'junk,Ann@Example.com,unsubscribed,both,2024-02-03 04:05,10.1.2.3,2024-03-04 05:06,::1,yes,2024-02-05\n' +
      'junk,bob@example.com,,,,,,,,\n';

    await importInto(list, csv, {
      column_mapping: [...entries, 'remove_ip', 'confirmed', 'confirm_time'],
      subscriber_defaults: { status: 'active', format: 'text', confirmed: false },
    });

    const [ann, bob] = await subscribersOf(list);
    expect(ann).toMatchObject({
      email: 'Ann@Example.com',
      status: 'unsubscribed',
      email_format: 'both',
      confirmed: true,
      subscribe_time: '2024-02-03T04:05:00Z',
      subscribe_time_epoch: 1706933100,
      subscribe_ip: '10.1.2.3',
    });
    expect(bob).toMatchObject({ status: 'active', email_format: 'text', confirmed: false, subscribe_ip: null });
    // What the API does not show.
    const { rows } = await engine.pool.query(
      'select remove_time, remove_ip, confirm_time from subscribers where mailing_list_id = $1 order by lower(email)',
      [list],
    );
    expect(rows).toEqual([
      { remove_time: new Date('2024-03-04T05:06Z'), remove_ip: '::1', confirm_time: new Date('2024-02-05') },
      { remove_time: null, remove_ip: null, confirm_time: null },
    ]);
  });

  it('feeds custom fields of all nine types, by their names in any case', async () => {
    const list = await createList(engine, 'Nine types', EVERY_TYPE);
    const cells = FIELDS.map(({ cell }) => cell);
    const csv = `ann@example.com,${cells.join(',')}\nbob@example.com${','.repeat(cells.length)}\n`;

    await importInto(list, csv, {
      column_mapping: ['email', ...NAMES.map((name) => name.toUpperCase())],
      file_format: { csv_has_headers: false },
    });

    const [ann, bob] = await subscribersOf(list);
    expect(valuesOf(ann)).toEqual(Object.fromEntries(FIELDS.map(({ value }, i) => [NAMES[i], value])));
    const unset = FIELDS.map(({ field }, i) => [NAMES[i], field.field_type.endsWith('checkboxes') ? [] : null]);
    expect(valuesOf(bob)).toEqual(Object.fromEntries(unset));
  });

  it('fails the row whose cell does not suit its field, and names the field', async () => {
    const list = await createList(engine, 'Bad cells', EVERY_TYPE);
    const bad = ['', '', 'ten', 'soon', '31-31', 'Pink', 'Pink', 'Red|Pink', 'maybe'];
    const rows = bad.flatMap((cell, i) => (cell === '' ? [] : [{ cell, name: NAMES[i] }]));
    const csv = rows.map(({ cell, name }) => {
      const cells = NAMES.map((other) => (other === name ? cell : ''));
      return `${cell.replace('|', '')}@example.com,${cells.join(',')}\n`;
    });

    const { id, stats } = await importInto(list, csv.join(''), {
      column_mapping: ['email', ...NAMES],
      file_format: { csv_has_headers: false },
    });

    expect(stats.subscribers).toMatchObject({ added: 0, failed: rows.length });
    const lines = (await engine.text(`/subscriber_imports/${id}/logs/failed`)).trimEnd().split('\n');
    expect(lines).toEqual(rows.map(({ name }) => expect.stringMatching(new RegExp(`,"${name} [^"]+"$`))));
  });

  it('reads limits and requirements of fields', async () => {
    const list = await createList(engine, 'Limits', [
      { name: 'City', field_type: 'text', required: true, minimum_length: 2, maximum_length: 5 },
      { name: 'Age', field_type: 'number', minimum_value: 18, maximum_value: 99 },
    ]);
    const cells = ['Oslo,18', 'Oslo,', 'O,18', 'Trondheim,18', ',18', 'Oslo,17', 'Oslo,100', 'Oslo,20.5'];
    const csv = cells.map((cell, i) => `p${i}@example.com,${cell}\n`).join('');

    const { id, stats } = await importInto(list, csv, {
      column_mapping: ['email', 'City', 'Age'],
      file_format: { csv_has_headers: false },
    });

    expect(stats.subscribers).toMatchObject({ added: 2, failed: 6 });
    expect((await engine.text(`/subscriber_imports/${id}/logs/failed`)).trimEnd().split('\n')).toEqual([
      'p2@example.com,O,18,"City must have at least 2 characters"',
      'p3@example.com,Trondheim,18,"City must have at most 5 characters"',
      'p4@example.com,,18,"City is required"',
      'p5@example.com,Oslo,17,"Age must be at least 18"',
      'p6@example.com,Oslo,100,"Age must be at most 99"',
      'p7@example.com,Oslo,20.5,"Age must be a whole number"',
    ]);
  });

  it.each([
    { date_format: 'mdy', day: '2024-02-03' },
    { date_format: 'dmy', day: '2024-03-02' },
  ])('reads every shape of date, ambiguous ones as $date_format', async ({ date_format, day }) => {
    const list = await createList(engine, `Dates ${date_format}`);
    const shapes = Object.entries(PLAIN_SHAPES);
    for (const [shape, time] of Object.entries(AMBIGUOUS_SHAPES)) {
      shapes.push([shape, day + time], [shape.replace(/-/g, '/'), day + time]);
    }
    const lines = shapes.map(([shape], i) => `p${String(i).padStart(2, '0')}@example.com,"${shape}"\n`);

    await importInto(list, lines.join(''), {
      column_mapping: ['email', 'subscribe_time'],
      file_format: { csv_has_headers: false, date_format },
    });

    const times = (await subscribersOf(list)).map(({ subscribe_time }) => subscribe_time);
    expect(times).toEqual(shapes.map(([, time]) => time));
  });

  it('gives defaults to new subscribers, and to updated ones only when custom fields are overwritten', async () => {
    const list = await createList(engine, 'Defaults', [
      { name: 'City', field_type: 'text' },
      { name: 'Colors', field_type: 'select_multiple_checkboxes', options: OPTIONS },
    ]);
    const defaults = { default_custom_fields: { city: 'Nowhere', Colors: ['Red', 'Green'] } };
    const mapping = { column_mapping: ['email', 'City'] };
    await importInto(list, 'e,c\nann@example.com,Oslo\nbob@example.com,\n', mapping);
    const rows = 'e,c\nann@example.com,Rome\nbob@example.com,\ncy@example.com,\n';

    const overwrite_what = { custom_fields: false };
    await importInto(list, rows, { ...mapping, ...defaults, overwrite: true, overwrite_what });
    expect((await subscribersOf(list)).map(valuesOf)).toEqual([
      { City: 'Oslo', Colors: [] },
      { City: null, Colors: [] },
      { City: 'Nowhere', Colors: ['Red', 'Green'] },
    ]);

    await importInto(list, rows, { ...mapping, ...defaults, overwrite: true });
    expect((await subscribersOf(list)).map(valuesOf)).toEqual([
      { City: 'Rome', Colors: ['Red', 'Green'] },
      { City: 'Nowhere', Colors: ['Red', 'Green'] },
      { City: 'Nowhere', Colors: ['Red', 'Green'] },
    ]);
  });

  it('tells subscribers apart by the alternate primary key of the list', async () => {
    const list = await createList(engine, 'Alternate key', [{ name: 'Number', field_type: 'text', required: true }]);
    const { data } = succeed(await engine.call('GET', `/mailing_lists/${list}/custom_fields`));
    const mailing_list = { primary_key_custom_field_id: data[0].id };
    succeed(await engine.call('PUT', `/mailing_lists/${list}`, { mailing_list }));
    const csv = 'e,n\nann@example.com,A1\nann@example.com,A2\nbob@example.com,a1\nbob@example.com,\n';
    const mapping = { column_mapping: ['email', 'Number'] };

    const { stats } = await importInto(list, csv, mapping);
    expect(stats.subscribers).toMatchObject({ added: 2, skipped_duplicate: 1, failed: 1 });

    const again = await importInto(list, 'e,n\nnew@example.com,a1\n', { ...mapping, overwrite: true });
    expect(again.stats.subscribers).toMatchObject({ updated: 1, added: 0 });
    expect((await subscribersOf(list)).map((row) => [row.email, row.custom_fields.Number.value])).toEqual([
      ['ann@example.com', 'A2'],
      ['new@example.com', 'a1'],
    ]);
  });

  async function importInto(list: number, csv: string, settings: Record<string, unknown>) {
    const detail = await untilEnded(engine, await createImport(engine, list, csv, settings));
    expect(detail).toMatchObject({ state: 'finished', error_message: null });
    return detail;
  }

  /** The subscribers of a list as the API shows them, by address. */
  async function subscribersOf(list: number): Promise<any[]> {
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers`);
    return data.sort((a: any, b: any) => (a.email.toLowerCase() < b.email.toLowerCase() ? -1 : 1));
  }
});

function valuesOf(subscriber: any): Record<string, unknown> {
  const fields: any[] = Object.values(subscriber.custom_fields);
  return Object.fromEntries(fields.map(({ name, value }) => [name, value]));
}
