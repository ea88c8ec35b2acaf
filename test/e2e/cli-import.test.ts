import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { exportList } from '../support/exports.ts';
import { createList } from '../support/imports.ts';
import { runSluice } from '../support/sluice.ts';

const CITY = [{ name: 'City', field_type: 'text' }];
const POINTS = { name: 'Points', field_type: 'number' };
const BIRTHDAY = { name: 'Birthday', field_type: 'date' };

describe('sluice import reads a file as the service does', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine({ ALLOW_PRIVATE_URLS: 'true' });
    folder = await mkdtemp(join(tmpdir(), 'sluice-cli-import-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey, SLUICE_CACHE_DIR: join(folder, 'cache') };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const run = (...args: (string | number)[]) => runSluice(['import', ...args.map(String)], settings);
  const write = async (content: string | Buffer) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, content);
    return file;
  };
  const list = (fields: readonly Record<string, unknown>[] = CITY) => createList(engine, crypto.randomUUID(), fields);

  /** Runs an import to its end and checks its exit code. @returns what it wrote to stderr */
  async function imported(code: number, ...args: (string | number)[]): Promise<string> {
    const ended = await run(...args, '--watch');
    expect(ended).toMatchObject({ code, stdout: expect.stringMatching(/^\d+\n$/) });
    return ended.stderr;
  }

  /** Of the people of a list: columns of an export, by the names before the @. */
  async function peopleOf(listId: number, ...columns: string[]): Promise<Record<string, string>> {
    const lines = (await exportList(engine, listId, { columns: ['email', ...columns] })).trim().split('\n').slice(1);
    return Object.fromEntries(lines.map((line) => [line.split('@')[0], line.split(',').slice(1).join(',')]));
  }

  it('keeps every column of a file, and who has left, with --map auto', async () => {
    const listId = await list([POINTS, BIRTHDAY]);
    const stderr = await imported(0, CASE, '--list', listId, '--map', 'auto');
    expect(await peopleOf(listId, 'status', 'Points', 'Birthday')).toEqual({
      ann: 'active,5,12/31/1990',
      bob: 'active,,02/01/1985',
      cid: 'unsubscribed,1,02/01/1985',
    });
    expect(stderr).not.toContain('Not imported');
    expect(stderr).toContain('Of the first 3 rows, 2 would be active, 1 would be unsubscribed.\n');
    expect(stderr).toContain('Status of the rows: 2 active, 1 unsubscribed.\n');
  });

  it('prints warnings, and counts by status only those rows that the analysis has counted', async () => {
    const file = await write('email,City\nann@example.com,Ulm\nbob@example.com\n');
    const stderr = await imported(0, file, '--list', await list(), '--map', 'auto', '--dry-run');
    expect(stderr).toContain('Warning: 1 of 2 rows do not have 2 columns: they would fail.\n');
    const leftOut = ['Birthday=', 'Points=', 'Status='].flatMap((each) => ['--map', each]);
    const named = await imported(0, CASE, '--list', await list(), ...leftOut);
    expect(named).not.toContain('would be');
  });

  it('reads numbers with the mark that is named', async () => {
    const listId = await list([POINTS]);
    const file = await write('email;Points\nann@example.com;1.234\n');
    await imported(0, file, '--list', listId, '--map', 'auto', '--decimal-mark', ',');
    expect(await peopleOf(listId, 'Points')).toEqual({ ann: '1234' });
  });

  it('names the columns that --map auto leaves out', async () => {
    const listId = await list([POINTS]);
    expect(await imported(0, CASE, '--list', listId, '--map', 'auto')).toContain('Not imported: "Birthday".\n');
    expect(await peopleOf(listId, 'status', 'Points')).toMatchObject({ cid: 'unsubscribed,1' });
  });

  it('takes what the user says of a column before what the analysis suggests', async () => {
    const listId = await list([...CITY, { name: 'Town', field_type: 'text' }]);
    const file = await write('E-Mail;Work;City;Note\nann@example.com;ann@work.example.com;Ulm;x\n');
    const stderr = await imported(0, file, '--list', listId, '--map', 'auto', '--map', 'Work=email', '--map', '3=Town');
    expect(stderr).toContain('Not imported: "E-Mail", "Note".\n');
    expect(await exportList(engine, listId, { columns: ['email', 'City', 'Town'] })).toContain(
      '\nann@work.example.com,,Ulm\n',
    );
  });

  it('sends bytes that are not UTF-8 as they are, in the encoding that is found or named', async () => {
    const file = await write(Buffer.from('email;City\nann@example.com;K\xf6ln\n', 'latin1'));
    const [found, named] = [await list(), await list()];
    expect(await imported(0, file, '--list', found)).toMatch(/\nNotice: The file does not say .+ "K\u00f6ln"/);
    expect(await peopleOf(found, 'City')).toEqual({ ann: 'K\u00f6ln' });
    const stderr = await imported(0, file, '--list', named, '--encoding', 'ISO-8859-1', '--separator', ';');
    expect(stderr).not.toContain('Notice');
    expect(await peopleOf(named, 'City')).toEqual({ ann: 'K\u00f6ln' });
  });

  it('reads a file as the options say', async () => {
    const listId = await list([...CITY, BIRTHDAY]);
    const file = await write(`bob@example.com\t'Ulm\tDonau'\t02.01.1990\n`);
    const format = ['--separator', 'tab', '--quote', `'`, '--date-format', 'dmy', '--no-header'];
    await imported(0, file, '--list', listId, ...format, '--map', '1=email', '--map', '2=City', '--map', '3=Birthday');
    expect(await peopleOf(listId, 'City', 'Birthday')).toEqual({ bob: 'Ulm\tDonau,01/02/1990' });
  });

  it('waits for a decision on people who left in each import, as the API does', async () => {
    const listId = await list();
    const content = 'email,Unsubscribed,City\nann@example.com,yes,Ulm\nbob@example.com,no,Bonn\n';
    const file = await write(content);
    expect(await imported(0, file, '--list', listId, '--map', 'auto', '--map', '2=')).toMatch(/2 .*: 1 row says there/);
    const [command, api] = await Promise.all([
      run(file, '--list', listId, '--map', 'auto'),
      engine.call('POST', `/mailing_lists/${listId}/subscriber_imports`, {
        subscriber_import: { file_source: { type: 'json', content }, column_mapping: 'auto' },
      }),
    ]);
    expect(command).toMatchObject({ code: 1, stdout: '' });
    const reason = 'Column 2 "Unsubscribed" says who has left or wants no mail';
    expect([command.stderr, api.error_message]).toEqual([
      expect.stringContaining(reason),
      expect.stringContaining(reason),
    ]);
  });

  it('gives fields without a value the default, and begins when it is told', async () => {
    const topics = {
      name: 'Topics',
      field_type: 'select_multiple_checkboxes',
      options: [{ name: 'Cats' }, { name: 'Dogs' }],
    };
    const listId = await list([...CITY, topics]);
    const defaults = ['--default', 'City=Ulm', '--default', 'Topics=Cats', '--default', 'Topics=Dogs'];
    await imported(0, await write('email\nann@example.com\n'), '--list', listId, ...defaults);
    expect(await peopleOf(listId, 'City', 'Topics')).toEqual({ ann: expect.stringMatching(/^Ulm,.*Cats.*Dogs/) });
    const { stdout } = await run(
      await write('email\n'.concat('bob@example.com\n')),
      '--list',
      listId,
      '--begins-at',
      '2099-01-31T08:00:00Z',
    );
    const { data } = await engine.call('GET', `/subscriber_imports/${stdout.trim()}`);
    expect(data).toMatchObject({ state: 'scheduled', begins_at: expect.stringMatching(/^2099-01-31T08:00/) });
    await engine.call('POST', `/subscriber_imports/${stdout.trim()}/cancel`);
  });

  it('reads stdin and URLs', async () => {
    const [small, large, fetched] = [await list(), await list(), await list()];
    const file = await write('email,City\nann@example.com,Ulm\n');
    const packed = join(folder, 'people.csv.gz');
    await writeFile(packed, gzipSync('email,City\nann@example.com,Ulm\n'));
    for (const [listId, path] of [
      [small, file],
      [large, packed],
    ] as const) {
      const args = ['-c', 'exec "$0" "$@" < "$SOURCE"', process.execPath, 'bin/sluice.js', 'import', '-'];
      const { code } = await runShell([...args, '--list', String(listId), '--watch'], { ...settings, SOURCE: path });
      expect(code).toBe(0);
      expect(await peopleOf(listId, 'City')).toEqual({ ann: 'Ulm' });
    }
    const server = createServer((_request, response) => response.end('Mail;City\nbob@example.com;Bonn\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/people.csv`;
    await imported(0, url, '--list', fetched, '--map', 'auto');
    expect(await peopleOf(fetched, 'City')).toEqual({ bob: 'Bonn' });
  });

  it('prints an analysis, and imports nothing then', async () => {
    const listId = await list();
    const args = [await write('E-Mail;Ort\nann@example.com;Ulm\n'), '--list', listId];
    expect(await run(...args, '--analyze')).toMatchObject({
      code: 0,
      stdout:
        'Format: UTF-8, semicolons, line ends LF, a header; 1 records.\n' +
        '    1 E-Mail -> email  ann@example.com\n    2 Ort    -> City  Ulm\n' +
        'Of the first 1 row, 1 would be active.\n',
    });
    expect(await peopleOf(listId)).toEqual({});
    expect(await imported(0, ...args, '--map', 'auto')).toMatch(/added +1\n$/);
  });

  it('writes the failed rows of an import, which repaired are imported as it was', async () => {
    const listId = await list();
    const file = await write('Mail,City\nann.example.com,Ulm\nbob@example.com,Bonn\n');
    const { stdout } = await run(file, '--list', listId, '--map', 'Mail=email', '--watch');
    const failed = await runSluice(['failed', stdout.trim()], settings);
    expect(failed).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Mail,City,Error\nann.example.com,Ulm,"email is not a valid address"\n',
    });
    const repaired = await write(failed.stdout.replace('ann.', 'ann@'));
    await imported(0, repaired, '--list', listId, '--map', 'auto');
    expect(await peopleOf(listId, 'City')).toEqual({ ann: 'Ulm', bob: 'Bonn' });
    expect(await runSluice(['failed', '999999'], settings)).toMatchObject({ code: 1, stdout: '' });
    const log = join(folder, 'failed.csv');
    await runShell(['-c', `exec "$0" bin/sluice.js failed ${stdout.trim()} > "$LOG"`, process.execPath], {
      ...settings,
      LOG: log,
    });
    expect(await readFile(log, 'utf8')).toBe(`\uFEFF${failed.stdout}`);
  });

  it('ends with 6 when every record has failed', async () => {
    const stderr = await imported(6, await write('email,City\nann,Ulm\nbob,Ulm\n'), '--list', await list());
    expect(stderr).toMatch(/ {2}failed +2\nTo see the failed rows: npx sluice failed \d+ > failed\.csv\n$/);
  });

  it('keeps what the words of a column mean when another column is named', async () => {
    const listId = await list([POINTS]);
    await imported(0, CASE, '--list', listId, '--map', 'auto', '--map', 'Birthday=');
    await imported(0, CASE, '--list', listId, '--map', 'Birthday=', '--overwrite');
    expect(await peopleOf(listId, 'status')).toEqual({ ann: 'active', bob: 'active', cid: 'unsubscribed' });
  });

  it('decides nothing of a column that speaks of leaving, unless the user has named it', async () => {
    const listId = await list();
    const file = await write('email,Status\nann@example.com,Subscribed\nbob@example.com,Whatever\n');
    const refused = await run(file, '--list', listId, '--map', 'auto');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('"Whatever"') });
    const partly = await run(file, '--list', listId, '--map', 'auto', '--map', 'email=email');
    expect(partly).toMatchObject({ code: 1, stderr: expect.stringContaining('--map "Status=" leaves it out') });
    await imported(0, file, '--list', listId, '--map', 'auto', '--map', 'Status=');
    const stated = await write('email,Notes,Unsubscribed\nann@example.com,x,no\nbob@example.com,x,yes\n');
    const left = await imported(0, stated, '--list', listId, '--map', 'Notes=', '--map', 'Unsubscribed=');
    expect(left).not.toMatch(/says who has left|speaks of leaving/);
  });
});

const CASE = fileURLToPath(new URL('../cases/imports/110-cli.csv', import.meta.url));

function runShell(args: readonly string[], env: Record<string, string>): Promise<{ code: number }> {
  return new Promise((resolve) => {
    execFile('bash', args, { env: { ...process.env, ...env } }, (error) => resolve({ code: Number(error?.code ?? 0) }));
  });
}
