import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { commandJob } from '../support/commands.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { exportList } from '../support/exports.ts';
import { createImport, createList, emailsOf, succeed, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { refuse } from '../support/refuse.ts';
import { runPiped, runSluice } from '../support/sluice.ts';
import { createGate } from './support/gate.ts';

const PATIENCE = { timeout: 30_000 };
const CITY = [{ name: 'City', field_type: 'text' }];

describe('sluice import and sluice export', () => {
  let engine: TestEngine;
  let folder: string;
  let settings: Record<string, string>;
  beforeAll(async () => {
    engine = await startTestEngine();
    folder = await mkdtemp(join(tmpdir(), 'sluice-cli-files-'));
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    settings = { SLUICE_URL: url, SLUICE_API_KEY: engine.apiKey };
  });
  afterAll(async () => {
    await engine.stop();
    await rm(folder, { recursive: true });
  });

  const run = (args: readonly (string | number)[], env: Record<string, string> = {}) =>
    runSluice(args.map(String), { ...settings, ...env });
  const write = async (content: string | Buffer) => {
    const file = join(folder, 'people.csv');
    await writeFile(file, content);
    return file;
  };

  it('imports a file with bad rows to the end, and exports the same subscribers as the API does', async () => {
    const list = await createList(engine, 'First', CITY);
    const file = await write(
      '\uFEFFMail,City,Notes\nann@example.com,"Köln, Süd",x\nann.example.com,Bonn,x\n@,Bonn,x\nbob@example.com,Ulm,x\n',
    );
    const imported = await run(['import', file, '--list', list, '--map', 'Mail=email', '--map', 'Notes=', '--watch']);
    expect(imported).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\n$/) });
    expect(imported.stderr).toMatch(/\[#{20}\] 4 of 4 rows, \d+ rows\/s, finished\n/);
    expect(imported.stderr).toMatch(
      new RegExp(
        `Import ${imported.stdout.trim()} is finished\\.\\n {2}added +2\\n {2}failed +2\\n` +
          `To see the failed rows: npx sluice failed ${imported.stdout.trim()} > failed\\.csv\\n$`,
      ),
    );
    expect(await emailsOf(engine, list)).toEqual(['ann@example.com', 'bob@example.com']);

    const exported = await run(['export', list, '--columns', 'email,City', '--statuses', 'active']);
    expect(exported).toMatchObject({ code: 0, stderr: expect.stringContaining('2 of 2 subscribers') });
    expect(exported.stdout).toBe(await exportList(engine, list, { columns: ['email', 'City'], statuses: ['active'] }));
    expect(exported.stdout).toContain('Köln, Süd');
  });

  it('imports all columns of an export again, and updates subscribers only with --overwrite', async () => {
    const [from, to] = [await createList(engine, 'From', CITY), await createList(engine, 'To', CITY)];
    const content = 'email,City\nann@example.com,"a ""b"", c"\nbob@example.com,Ulm\n';
    const settings = { column_mapping: ['email', 'City'] };
    await untilEnded(engine, await createImport(engine, from, content, settings));
    await untilEnded(engine, await createImport(engine, to, 'email,City\nann@example.com,Bonn\n', settings));
    const exported = await exportList(engine, from);
    const file = await write(exported);
    expect((await run(['import', file, '--list', to, '--watch'])).stderr).toMatch(
      /added +1\n {2}skipped_overwrite +1\n/,
    );
    expect((await run(['import', file, '--list', to, '--watch', '--overwrite'])).stderr).toMatch(/updated +[12]\n/);
    expect(await exportList(engine, to, { columns: ['email', 'City'] })).toBe(
      await exportList(engine, from, { columns: ['email', 'City'] }),
    );
  });

  it('prints the id and ends at once without --watch, and leaves the import running when the watch is interrupted', async () => {
    await engine.stopWorker();
    onTestFinished(() => engine.startWorker());
    const list = await createList(engine, 'Waiting');
    const args = ['import', await write('email\nann@example.com\n'), '--list', String(list)];
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    expect(await stateOf(stdout)).toBe('scheduled');

    const watch = spawn(process.execPath, ['bin/sluice.js', ...args, '--watch'], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [id, shown] = ['', ''];
    watch.stdout.on('data', (text) => (id += text));
    watch.stderr.on('data', (text) => {
      shown += text;
      // What is said of the file comes before the watch.
      if (!watch.killed && shown.includes('scheduled')) watch.kill('SIGINT');
    });
    expect(await new Promise((resolve) => watch.on('close', resolve))).toBe(1);
    expect(shown).toContain(`Import ${id.trim()} keeps running. To see it: npx sluice job ${id.trim()}.`);
    expect(await stateOf(id)).toBe('scheduled');
    // Further tests must not find the two imports queued before theirs.
    for (const each of [stdout, id]) await engine.call('POST', `/subscriber_imports/${each.trim()}/cancel`);
  });

  it('ends with 4 when the import is cancelled', async () => {
    const list = await createList(engine, 'Cancelled');
    const isOver = { before: 'insert', on: 'subscribers', when: `new.email like 'held%'`, sqlstate: '53100' } as const;
    onTestFinished(await refuse(engine.pool, isOver));
    const watched = run(['import', await write('email\nheld@example.com\n'), '--list', list, '--watch']);
    const id = await idOf('subscriber_imports', list);
    await expect.poll(() => stateOf(id), PATIENCE).toBe('importing');
    await commandJob(engine, `/subscriber_imports/${id}/cancel`);
    const { code, stderr } = await watched;
    expect({ code, stderr }).toEqual({ code: 4, stderr: expect.stringContaining(`Import ${id} is cancelled.`) });
  });

  it('ends with 3 and the reason when the import has failed', async () => {
    const list = await createList(engine, 'Failed');
    const url = await serveOnce('email\nann@example.com\n');
    const { code, stderr } = await run(['import', url, '--list', list, '--watch']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(/Import \d+ is failed: .+404/) });
  });

  it('exports a segment, and ends without a word when its reader has closed the pipe', async () => {
    const list = await createList(engine, 'Segment', CITY);
    const rows = Array.from({ length: 5_000 }, (_, i) => `person-${i}@example.com,${i === 7 ? 'Ulm' : 'Bonn'}\n`);
    const mapping = { column_mapping: ['email', 'City'] };
    await untilEnded(engine, await createImport(engine, list, `email,City\n${rows.join('')}`, mapping));
    const clause = [{ type: 'custom_field', custom_field: { name: 'City' }, operator: 'is', value: 'Ulm' }];
    const body = { segmentation_criteria: { name: 'Ulm', clause } };
    const { data } = succeed(await engine.call('POST', `/mailing_lists/${list}/segments`, body));
    const choice = ['--columns', 'email,City', '--segment', data.id as number, '--separator', 'semicolon', '--bom'];
    const exported = await run(['export', list, ...choice]);
    expect(exported).toMatchObject({ code: 0, stdout: '\uFEFFemail;City\nperson-7@example.com;Ulm\n' });

    const piped = await runPiped(['export', String(list)], 'head -n 1', settings);
    expect(piped).toMatchObject({ code: 141, stdout: expect.stringMatching(/^email,.+\n$/) });
    expect(piped.stderr).toMatch(/ finished\n$/);
  });

  it.each([
    ['4 when the export is cancelled', 4, 'cancelled.', (id: number) => cancelExport(id)],
    ['3 and the reason when it has failed', 3, 'failed: ', (id: number) => failExport(id)],
  ])('ends with %s', async (_, code, end, finish) => {
    const list = await createList(engine, `Exported ${code}`);
    await untilEnded(engine, await createImport(engine, list, 'email\nann@example.com\n'));
    const gate = await createGate(engine, { before: 'update', on: 'export_parts' });
    const exported = run(['export', list]);
    await gate.reached();
    const id = await idOf('subscriber_exports', list);
    await finish(id);
    const text = expect.stringContaining(`Export ${id} is ${end}`);
    expect(await exported).toEqual({ code, stdout: '', stderr: text });
    await gate.open();
  });

  it.each<[string, (number | string)[], string, Record<string, string>]>([
    ['an unknown list', ['import', 'FILE', '--list', 99999], 'Mailing list not found.\n', {}],
    ['a wrong key', ['export', 1], 'A valid API key is required. Check SLUICE_API_KEY.\n', { SLUICE_API_KEY: 'eA==' }],
    ['a malformed key', ['export', 1], 'SLUICE_API_KEY must be an API key', { SLUICE_API_KEY: 'my secret' }],
    ['no key', ['export', 1], 'SLUICE_API_KEY is not set. Set it to an API key', { SLUICE_API_KEY: '' }],
    ['no service', ['export', 1], 'The service at http://127.0.0.1:1 does not', { SLUICE_URL: 'http://127.0.0.1:1' }],
    ['no address', ['export', 1], 'SLUICE_URL is "nowhere" but must be a URL', { SLUICE_URL: 'nowhere' }],
    ['an unknown segment', ['export', 1, '--segment', 99999], 'egment', {}],
  ])('ends with 1 and one sentence for %s', async (_, args, sentence, env) => {
    const file = await write('email\nann@example.com\n');
    const { code, stdout, stderr } = await run(
      args.map((arg) => (arg === 'FILE' ? file : arg)),
      env,
    );
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(sentence) });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('my secret');
  });

  it.each([
    ['that is missing', null, 'The file cannot be read: ENOENT'],
    ['that is no table', '<html>\nann@example.com\n', 'The file is an HTML page, not a table.'],
    ['that is empty', '', 'The source has no records.'],
  ])('refuses a file %s', async (_, content, sentence) => {
    const file = content === null ? join(folder, 'none') : await write(content);
    for (const options of [[], ['--map', 'auto']]) {
      const { code, stderr } = await run(['import', file, '--list', 1, ...options]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(sentence) });
    }
  });

  it('ends with 2 for wrong usage', async () => {
    const file = await write('email\nann@example.com\n');
    const unknown = await run(['import', file, '--list', 1, '--map', 'Mail=email']);
    expect(unknown).toMatchObject({ code: 2, stderr: '--map names the column "Mail", but the file has: email.\n' });
    expect(await run(['export', 1, '--statuses', 'gone'])).toMatchObject({ code: 2, stdout: '' });
  });

  it.each([
    ['that an answer is broken', 'application/json', '{"succ', /^The answer of the service cannot be read: .+\.\n$/],
    [
      'that another service answers',
      'text/html',
      '<p>',
      /^http:\S+ answered 200 with text\/html: .+\? Check SLUICE_URL\.\n$/,
    ],
  ])('says in one sentence %s', async (_, type, answer, sentence) => {
    const server = createServer((_request, response) => response.setHeader('content-type', type).end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run(['export', 1], { SLUICE_URL: `http://127.0.0.1:${port}` });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
  });

  const cancelExport = async (id: number) => await commandJob(engine, `/subscriber_exports/${id}/cancel`);
  const failExport = async (id: number) => {
    await engine.temporal.workflow.getHandle(`subscriber-export/${id}`).terminate('tested');
    await engine.pool.query(`update subscriber_exports set created_at = now() - interval '1 hour' where id = $1`, [id]);
    await maintain(engine.temporal, 'reconcile');
  };

  async function stateOf(id: number | string): Promise<string> {
    return (await engine.call('GET', `/subscriber_imports/${String(id).trim()}`)).data.state as string;
  }

  /** Serves a file to the first call, and nothing to the others. @returns its URL */
  async function serveOnce(content: string): Promise<string> {
    let calls = 0;
    const server = createServer((_request, response) => {
      response.writeHead(calls++ === 0 ? 200 : 404, { 'content-type': 'text/csv' }).end(content);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/people.csv`;
  }

  /** Waits for the first job of a list. */
  async function idOf(table: 'subscriber_exports' | 'subscriber_imports', list: number): Promise<number> {
    const ids = async () => {
      const text = `select id from ${table} where mailing_list_id = $1`;
      return (await engine.pool.query<{ id: number }>(text, [list])).rows.map(({ id }) => id);
    };
    await expect.poll(ids, PATIENCE).toHaveLength(1);
    return (await ids())[0]!;
  }
});
