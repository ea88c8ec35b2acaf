import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';
import { upload as uploadTo } from '../support/upload.ts';
import { workbook } from '../support/workbook.ts';
import { zip } from '../support/zip.ts';

const FIELDS = [
  { name: 'Name', field_type: 'text' },
  { name: 'Birthday', field_type: 'date' },
];
const date = (serial: number) => ({ xml: `<c s="1"><v>${serial}</v></c>` });
/** Two lines above the header, an empty row, a row without an address, an error of a formula, and another sheet. */
const FILE = workbook({
  formats: ['dd/mm/yyyy'],
  sheets: [
    {
      name: 'Kunden',
      rows: [
        ['Our customers\n("retail")\nof this year'],
        null,
        ['E-Mail', 'Name', 'Birthday'],
        ['ann@example.com', 'Ann, A.', date(33269)],
        null,
        ['nobody', 'Bob', date(33270)],
        ['cid@example.com', 'Cid', date(33271)],
        ['dan@example.com', { xml: '<c t="e"><v>#N/A</v></c>' }, date(33272)],
        null,
        ['eve@example.com', 'Eve'],
      ],
    },
    { name: 'Old', rows: [['E-Mail'], ['old@example.com']] },
  ],
});

describe('a workbook', () => {
  let engine: TestEngine;
  let listId: number;
  let lists = 0;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  /** Imports the file as its source has it. @returns the import when it has ended, and its failed rows */
  const importFrom = async (file_source: Record<string, unknown>, settings: Record<string, unknown> = {}) => {
    listId = await createList(engine, `Workbooks ${++lists}`, FIELDS);
    const id = await createImport(engine, listId, file_source, { column_mapping: 'auto', ...settings });
    const ended = await untilEnded(engine, id);
    const lines = (await engine.text(`/subscriber_imports/${id}/failed_rows`)).trim().split('\n');
    return { ended, failed: ended.state === 'failed' ? [] : lines.map((line) => JSON.parse(line)) };
  };
  const upload = (file: Buffer, filename: string) => uploadTo(engine, file, filename);
  const expected = {
    state: 'finished',
    stats: { subscribers: { added: 3, failed: 2 } },
  };

  it('is analyzed with its sheets, and with the row numbers of the sheet', async () => {
    const list = await createList(engine, 'Analyzed', FIELDS);
    const body = { subscriber_import: { file_source: await upload(FILE, 'people.xlsx') } };
    const { data } = succeed(await engine.call('POST', `/mailing_lists/${list}/subscriber_imports/analyze`, body));
    expect(data).toMatchObject({
      file_format: { character_set: 'UTF-8', csv_field_separator: ',', sheet: 'Kunden', skip_lines: 1 },
      column_mapping: ['email', 'Name', 'Birthday'],
      sheets: [
        { name: 'Kunden', rows: 10 },
        { name: 'Old', rows: 2 },
      ],
      records: { estimate: 5, is_exact: true },
      sample: {
        first_rows: [
          ['ann@example.com', 'Ann, A.', '1991-01-31'],
          expect.anything(),
          expect.anything(),
          expect.anything(),
          expect.anything(),
        ],
      },
    });
    expect(data.sample.failures.map(({ row }: any) => row)).toEqual([6, 8]);
    expect(data.notices.map(({ code }: any) => code)).toContain('other_sheets');
  });

  it('is imported as an upload, and failures have the row numbers of the sheet', async () => {
    const { ended, failed } = await importFrom(await upload(FILE, 'people.xlsx'));
    expect(ended).toMatchObject(expected);
    expect(await emailsOf(engine, listId)).toEqual(['ann@example.com', 'cid@example.com', 'eve@example.com']);
    expect(failed.map(({ row, fields }) => [row, fields[0]])).toEqual([
      [0, 'E-Mail'],
      [6, 'nobody'],
      [8, 'dan@example.com'],
    ]);
    expect(failed[2].message).toBe('Name is the error #N/A of a formula');
    const { rows } = await engine.pool.query(
      `select custom_fields from subscribers where mailing_list_id = $1 and email = 'ann@example.com'`,
      [listId],
    );
    expect(Object.values(rows[0].custom_fields as object).sort()).toEqual(['1991-01-31', 'Ann, A.']);
  });

  it('has the row numbers of the sheet in its partial log, and errors of formulas can be given a meaning or left blank', async () => {
    const settings = { column_mapping: ['email', 'Name', 'Birthday'], file_format: { skip_lines: 1 } };
    const blank = [null, { invalid: 'leave_blank' }, null];
    const { ended } = await importFrom(await upload(FILE, 'people.xlsx'), { ...settings, column_rules: blank });
    expect(ended).toMatchObject({ state: 'finished', stats: { partial: 1, subscribers: { added: 4, failed: 1 } } });
    expect(await engine.text(`/subscriber_imports/${ended.id}/logs/partial`)).toBe(
      'Row,Email,Column,Field,Value,Error\n' +
        '"8","dan@example.com","2","Name","#N/A","Name is the error #N/A of a formula"\n',
    );

    const words = [null, { values: { '#N/A': 'Unknown' } }, null];
    const meant = await importFrom(await upload(FILE, 'people.xlsx'), { ...settings, column_rules: words });
    expect(meant.ended).toMatchObject({ state: 'finished', stats: { subscribers: { added: 4, failed: 1 } } });
  });

  it('is imported from the upload directory and from a URL, with a mapping, the other sheet, and in a dry run', async () => {
    await engine.upload('people.xlsx', FILE);
    const server = createServer((_, response) => void response.end(FILE)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/people`;
    try {
      const directory = { type: 'upload_directory', filename: 'people.xlsx' };
      expect((await importFrom(directory)).ended).toMatchObject(expected);
      expect((await importFrom({ type: 'url', url })).ended).toMatchObject(expected);
      const mapped = { column_mapping: ['email', 'Name', ''], file_format: { skip_lines: 2 } };
      const { ended, failed } = await importFrom({ type: 'url', url }, mapped);
      expect(ended).toMatchObject({
        ...expected,
        notices: expect.arrayContaining([expect.objectContaining({ code: 'other_sheets' })]),
      });
      expect(failed.map(({ row }) => row)).toEqual([0, 6, 8]);
      const old = { column_mapping: ['email'], file_format: { sheet: 2 }, dry_run: true };
      expect((await importFrom(directory, old)).ended).toMatchObject({
        state: 'finished',
        stats: { subscribers: { added: 1 } },
      });
    } finally {
      server.close();
    }
  });

  it('that cannot be read, or has no such sheet, fails with a sentence', async () => {
    const cut = await importFrom(await upload(FILE.subarray(0, 500), 'cut.xlsx'), { column_mapping: ['email'] });
    expect(cut.ended).toMatchObject({
      state: 'failed',
      error_message: expect.stringContaining('damaged or was cut off'),
    });
    const settings = { column_mapping: ['email'], file_format: { sheet: 'Kundn' } };
    const other = await importFrom(await upload(FILE, 'people.xlsx'), settings);
    expect(other.ended).toMatchObject({ state: 'failed', error_message: expect.stringContaining('no such sheet') });
    const csv = await importFrom(await upload(Buffer.from('email\nann@example.com\n'), 'people.csv'), settings);
    expect(csv.ended).toMatchObject({ state: 'failed', error_message: expect.stringContaining('is no workbook') });
  });

  it('is imported by the command line, with the sheet that it names', async () => {
    const list = await createList(engine, 'Command line', FIELDS);
    const folder = await mkdtemp(join(tmpdir(), 'sluice-workbooks-'));
    await writeFile(join(folder, 'people.xlsx'), FILE);
    const port = Number(new URL(await engine.app.listen({ host: '127.0.0.1', port: 0 })).port);
    const args = [
      'import',
      join(folder, 'people.xlsx'),
      '--list',
      String(list),
      '--map',
      'auto',
      '--sheet',
      'old',
      '--watch',
    ];
    const environment = { SLUICE_URL: `http://127.0.0.1:${port}`, SLUICE_API_KEY: engine.apiKey, DATA_DIR: folder };
    expect(await runSluice(args, environment)).toMatchObject({ code: 0 });
    expect(await emailsOf(engine, list)).toEqual(['old@example.com']);
    await rm(folder, { recursive: true });
  });

  it('in place of which a ZIP archive has one CSV is imported too', async () => {
    const file = zip([{ name: 'export.csv', content: 'E-Mail;Name\nann@example.com;Ann\n' }]);
    const { ended } = await importFrom(await upload(file, 'export.zip'));
    expect(ended).toMatchObject({ state: 'finished', stats: { subscribers: { added: 1 } } });
  });
});
