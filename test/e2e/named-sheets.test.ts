import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createList, succeed } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';
import { upload } from '../support/upload.ts';
import { workbook } from '../support/workbook.ts';
import { zip } from '../support/zip.ts';

const PEOPLE = [['E-Mail', 'Name'], ...['ann', 'bob', 'cid', 'dan'].map((name) => [`${name}@x.example`, name])];
const NAMED = 'The sheet "Kunden" has addresses: to import it, set file_format.sheet to its name.';
const NO_WORKBOOK = 'file_format.sheet is set, but the file is no workbook';

describe('what an analysis says of sheets and archives', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-sheets-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey, SLUICE_CACHE_DIR: join(folder, 'cache') };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const newList = () => createList(engine, crypto.randomUUID(), [{ name: 'Name', field_type: 'text' }]);
  const send = async (file: Buffer, filename: string, path: string, sent: object = {}) =>
    engine.call('POST', `/mailing_lists/${await newList()}/subscriber_imports${path}`, {
      subscriber_import: { file_source: await upload(engine, file, filename), ...sent },
    });
  const AUTO = { column_mapping: 'auto' };
  const run = async (content: string, ...args: string[]) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, content);
    return runSluice(['import', file, '--list', String(await newList()), ...args], settings);
  };

  it.each([
    ['titles alone', [['Export of the shop'], ['Contact', 'shop@x.example'], ['Created', '2026-01-02']]],
    ['texts', [['Read me first'], ['Second line']]],
  ])('names the sheet that has addresses behind a cover of %s', async (_, rows) => {
    const file = workbook({
      sheets: [
        { name: 'Deckblatt', rows },
        { name: 'Kunden', rows: PEOPLE },
      ],
    });
    const { data } = succeed(await send(file, 'people.xlsx', '/analyze'));
    const notice = data.notices.find(({ code }: { code: string }) => code === 'other_sheets');
    expect(notice.message).toContain(NAMED);
    const refused = await send(file, 'people.xlsx', '', AUTO);
    expect([refused.success, String(refused.error_message)]).toEqual([false, expect.stringContaining(NAMED)]);
    const named = succeed(await send(file, 'people.xlsx', '/analyze', { file_format: { sheet: 'Kunden' } }));
    expect(named.data).toMatchObject({ column_mapping: ['email', 'Name'], records: { estimate: 4 } });
  });

  it('names no sheet where the first one has the list', async () => {
    const file = workbook({
      sheets: [
        { name: 'Kunden', rows: PEOPLE },
        { name: 'Old', rows: [...PEOPLE, ...PEOPLE.slice(1)] },
      ],
    });
    const { data } = succeed(await send(file, 'people.xlsx', '/analyze'));
    expect(data.notices[0].message).toContain('To import another sheet, set file_format.sheet.');
  });

  it('waits for the status of people in an archived file that is called unsubscribed', async () => {
    const archive = zip([{ name: 'unsubscribed.csv', content: Buffer.from('email,Name\nann@x.example,Ann\n') }]);
    const { data } = succeed(await send(archive, 'people.zip', '/analyze'));
    expect(data.notices.map(({ code }: { code: string }) => code)).toEqual(['leaving_name']);
    expect((await send(archive, 'people.zip', '', AUTO)).success).toBe(false);
  });

  it.each([
    ['inline', 'email,Name\nann@x.example,Ann\n'],
    ['uploaded', 'email,Name\nann@x.example,Ann\0\n'],
  ])('says that a sheet is named for a file that has none: %s', async (_, content) => {
    for (const map of [['--map', 'auto'], ['--analyze'], ['--map', 'email=email']]) {
      const { code, stdout, stderr } = await run(content, '--sheet', 'People', ...map);
      expect(stdout + stderr).toContain(NO_WORKBOOK);
      expect(code === 0).toBe(map[0] === '--analyze');
    }
  });

  it.each([
    [
      'a flag',
      'email,Unsubscribed\nann@x.example,yes\nbob@x.example,no\ncid@x.example,yes\n',
      '2 rows of the first 3 say',
    ],
    ['a date', 'email,Unsubscribed\nann@x.example,2024-01-31\nbob@x.example,\n', '1 row of the first 2 says'],
  ])(
    'counts the rows of people who left in a column that the command leaves out, without --watch: %s',
    async (_, text, count) => {
      const named = ['--map', 'auto', '--map', 'Unsubscribed='];
      const { code, stderr } = await run(text, ...named);
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining(`As --map says, column 2 decided nothing: ${count} there`),
      ]);
      const watched = await run(text, ...named, '--watch');
      expect(watched.stderr.match(/decided nothing/g)).toHaveLength(1);
    },
  );

  it('counts none of a column that another one covers', async () => {
    const text = 'email,Status,Unsubscribed\nann@x.example,unsubscribed,yes\nbob@x.example,active,no\n';
    const { stderr } = await run(text, '--map', 'auto', '--map', 'Unsubscribed=');
    expect(stderr).not.toContain('decided nothing');
  });
});
