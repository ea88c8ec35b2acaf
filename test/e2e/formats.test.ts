import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';

const SPECTRUM = dirname(createRequire(import.meta.url).resolve('csv-spectrum'));
const LENIENT = { columns: true, relax_quotes: true } as const;

interface Format {
  readonly name: string;
  readonly file: string | Buffer;
  readonly format?: Record<string, unknown>;
  readonly notes: readonly string[];
}

/** Files of addresses a@example.com, b@example.com, … and these notes. */
const FORMATS: readonly Format[] = [
  { name: 'UTF-8', file: 'email,Note\na@example.com,Zürich 🎉\n', notes: ['Zürich 🎉'] },
  { name: 'a byte order mark', file: '\ufeffemail,Note\na@example.com,one\n', notes: ['one'] },
  {
    name: 'a byte order mark and no headers',
    file: '\ufeffa@example.com,one\n',
    format: { csv_has_headers: false },
    notes: ['one'],
  },
  {
    name: 'ISO-8859-1',
    file: Buffer.from('email,Note\na@example.com,Zürich \xa7\n', 'latin1'),
    format: { character_set: 'iso-8859-1' },
    notes: ['Zürich §'],
  },
  {
    name: 'tabs',
    file: 'email\tNote\na@example.com\tone, two\n',
    format: { csv_field_separator: '\t' },
    notes: ['one, two'],
  },
  {
    name: 'semicolons',
    file: 'email;Note\na@example.com;"one; two"\n',
    format: { csv_field_separator: ';' },
    notes: ['one; two'],
  },
  {
    name: 'single quotes',
    file: `email,Note\na@example.com,'it''s "one", two'\n`,
    format: { csv_field_enclosure: "'" },
    notes: [`it's "one", two`],
  },
  { name: 'CRLF', file: 'email,Note\r\na@example.com,one\r\nb@example.com,two\r\n', notes: ['one', 'two'] },
  { name: 'no last newline', file: 'email,Note\na@example.com,one\nb@example.com,two', notes: ['one', 'two'] },
  {
    name: 'no headers',
    file: 'a@example.com,one\nb@example.com,two\n',
    format: { csv_has_headers: false },
    notes: ['one', 'two'],
  },
  {
    name: 'quoted line breaks',
    file: 'email,Note\r\n"a@example.com","one\r\ntwo\nthree"\r\n"b@example.com","say ""hi"""\r\n',
    notes: ['one\r\ntwo\nthree', 'say "hi"'],
  },
  { name: 'empty lines', file: 'email,Note\n\na@example.com,one\n\n\r\nb@example.com,two\n\n', notes: ['one', 'two'] },
  { name: 'a header alone', file: 'email,Note\n', notes: [] },
  { name: 'nothing at all', file: '', notes: [] },
];

const TWO_COLUMNS = 'email,Note\na@example.com,one\nb@example.com,two\n';

describe('a file', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({ RANGE_BYTES: '20' });
  });
  afterAll(() => engine.stop());

  it.each(FORMATS)('with $name is read as it is meant', async ({ name, file, format = {}, notes }) => {
    const list = await createList(engine, name, [{ name: 'Note', field_type: 'text_multiline' }]);

    const { stats } = await importFile(list, file, { column_mapping: ['email', 'Note'], file_format: format });

    expect(stats).toMatchObject({ number_of_records: notes.length, subscribers: { added: notes.length } });
    expect(await notesOf(list)).toEqual(notes.map((note, i) => [`${'ab'.charAt(i)}@example.com`, note]));
  });

  it.each([
    { name: 'too few columns', row: 'a@example.com', error: 'The number of columns is 1 instead of 2.' },
    { name: 'too many columns', row: 'a@example.com,one,two', error: 'The number of columns is 3 instead of 2.' },
    { name: 'a NUL byte', row: 'a@example.com,on\0e', error: 'The row contains a NUL byte.', logged: 'on\ufffde' },
    {
      name: 'bytes that are no UTF-8',
      row: Buffer.from('a@example.com,\xe9t\xe9', 'latin1'),
      error: 'The row is not valid UTF-8.',
      logged: '\ufffdt\ufffd',
    },
    {
      name: 'a quote that is not closed',
      row: 'a@example.com,"one',
      error: 'The row has a quoted field that is not closed, or whose closing quote is followed by other text.',
    },
    { name: 'no address', row: ',one', error: 'email is required' },
    { name: 'a broken address', row: 'ann at home,one', error: 'email is not a valid address' },
  ])('loses only the row with $name', async ({ name, row, error, logged = '' }) => {
    const list = await createList(engine, `Bad: ${name}`, [{ name: 'Note', field_type: 'text' }]);
    const parts = ['email,Note\nbefore@example.com,one\n', row, '\nafter@example.com,two\n'];
    const file = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

    const { id, state, stats } = await importFile(list, file, { column_mapping: ['email', 'Note'] });

    expect([state, stats.number_of_records]).toEqual(['finished', 3]);
    expect(stats.subscribers).toMatchObject({ added: 2, failed: 1 });
    expect(await notesOf(list)).toEqual([
      ['after@example.com', 'two'],
      ['before@example.com', 'one'],
    ]);
    const log = await engine.text(`/subscriber_imports/${id}/logs/failed`);
    expect(log).toMatch(/^email,Note,Error\n/);
    expect(log).toContain(logged);
    expect(log.endsWith(`,"${error}"\n`)).toBe(true);
  });

  it.each<[string, string | Buffer, RegExp]>([
    [
      'in UTF-16 without a mark',
      Buffer.from(TWO_COLUMNS, 'utf16le').swap16(),
      /^The file is encoded in UTF-16BE\. Export it in UTF-8/,
    ],
    [
      'separated by semicolons',
      TWO_COLUMNS.replaceAll(',', ';'),
      /^The file seems to be separated by semicolons; set file_format\.csv_field_separator\.$/,
    ],
    [
      'that is no whole ZIP archive',
      Buffer.from('PK\x03\x04\x14\0\0\0people.csv'),
      /^The ZIP archive or workbook is damaged/,
    ],
    [
      'that is an old workbook',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
      /^The file is an Excel workbook \(XLS\) of the old/,
    ],
    ['that is a web page', '<!DOCTYPE html><html><body>Not found</body></html>\n', /^The file is an HTML page/],
    ['that is a PDF', '%PDF-1.7\n', /^The file is a PDF document/],
  ])('%s fails the import before a row is touched', async (name, file, message) => {
    const list = await createList(engine, name, [{ name: 'Note', field_type: 'text' }]);

    const { id, ...ended } = await importFile(list, file, { column_mapping: ['email', 'Note'] });

    expect(ended).toMatchObject({
      state: 'failed',
      error_message: expect.stringMatching(message),
      stats: { number_of_records: null, records_imported: 0, subscribers: { added: 0, failed: 0 } },
    });
    expect(await engine.text(`/subscriber_imports/${id}/logs/failed`)).toContain('not_found');
    expect(await notesOf(list)).toEqual([]);
  });

  it('sent inline is read in the character set it is meant for', async () => {
    const list = await createList(engine, 'Inline', [{ name: 'Note', field_type: 'text' }]);
    const id = await createImport(engine, list, 'email,Note\na@example.com,Zürich\n', {
      column_mapping: ['email', 'Note'],
      file_format: { character_set: 'ISO-8859-1' },
    });

    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1 } } });
    expect(await notesOf(list)).toEqual([['a@example.com', 'Zürich']]);
  });

  // Its files hold no addresses: every row fails, and the failed log must say the same as the file.
  describe.each(readdirSync(join(SPECTRUM, 'csvs')))('%s of csv-spectrum', (file) => {
    it('comes back whole in the failed log', async () => {
      const bytes = readFileSync(join(SPECTRUM, 'csvs', file));
      const rows: Record<string, string>[] = parse(bytes, LENIENT);
      const list = await createList(engine, file);
      const column_mapping = Object.keys(rows[0] ?? {}).map((_, i) => (i === 0 ? 'email' : ''));

      const { id, stats } = await importFile(list, bytes, { column_mapping });

      expect(stats).toMatchObject({ number_of_records: rows.length, subscribers: { failed: rows.length } });
      const log = await engine.text(`/subscriber_imports/${id}/logs/failed`);
      const failed: Record<string, string>[] = parse(log, LENIENT);
      expect(failed).toEqual(rows.map((row) => ({ ...row, Error: expect.any(String) })));
    });
  });

  async function importFile(list: number, file: string | Buffer, settings: Record<string, unknown>) {
    const filename = `${list}.csv`;
    await engine.upload(filename, file);
    return untilEnded(engine, await createImport(engine, list, { type: 'upload_directory', filename }, settings));
  }

  /** Address and note of each subscriber, by address. */
  async function notesOf(list: number): Promise<unknown[]> {
    const { data } = await engine.call('GET', `/mailing_lists/${list}/subscribers`);
    return data.map((subscriber: any) => [subscriber.email, subscriber.custom_fields.Note.value]).sort();
  }
});
