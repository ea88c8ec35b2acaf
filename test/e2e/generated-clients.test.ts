import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { API_PREFIX } from '../../api/http/prefix.ts';
import { describeApi } from '../support/client.ts';
import { startTestEngine } from '../support/engine.ts';
import { emailsOf } from '../support/imports.ts';

const run = promisify(execFile);

/** Folder where .ci/run installs the packages of test/generators/package.json. */
const FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'sluice/generators');
const PROGRAMS = join(FOLDER, 'node_modules/.bin');
const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** Arguments that generate the client from openapi.json into `api/`, and three functions that each make a call with it. */
const GENERATORS: Readonly<Record<string, { program: string; args: string[]; calls: string }>> = {
  orval: {
    program: 'orval',
    args: ['--input', 'openapi.json', '--output', 'api/client.ts', '--client', 'fetch'],
    calls: `
      import * as api from './api/client';
      const options = { headers: { authorization: 'Basic ' + key } };
      const { fetch } = globalThis;
      // The generated paths begin behind the path of the API.
      globalThis.fetch = (path, init) => fetch(base + '${API_PREFIX}' + String(path), init);
      const createList = async () => (await api.createMailingList(list, options)).data;
      const createImport = async (id: number) => (await api.createSubscriberImport(id, people, options)).data;
      const readImport = async (id: number) => (await api.getSubscriberImport(id, options)).data;`,
  },
  'hey-api': {
    program: 'openapi-ts',
    args: ['--input', 'openapi.json', '--output', 'api', '--no-log-file', '--silent'],
    calls: `
      import * as api from './api';
      import { createClient } from './api/client';
      const client = createClient({ baseUrl: base + '${API_PREFIX}', headers: { authorization: 'Basic ' + key } });
      const options = { client, throwOnError: true as const };
      const createList = async () => (await api.createMailingList({ ...options, body: list })).data;
      const createImport = async (id: number) =>
        (await api.createSubscriberImport({ ...options, path: { id }, body: people })).data;
      const readImport = async (id: number) => (await api.getSubscriberImport({ ...options, path: { id } })).data;`,
  },
};

const INPUT = `
  declare const process: { argv: string[] };
  const [, , base = '', key = '', name = ''] = process.argv;
  const list = { mailing_list: { name } };
  const content = ['email', 'ann@example.com', 'bob@example.com', ''].join(String.fromCharCode(10));
  const people = {
    subscriber_import: { column_mapping: ['email'], file_source: { type: 'json' as const, content } },
  };`;

/** Narrows each answer by `success`, and prints the import when it has ended. */
const PROGRAM = `
  const created = await createList();
  if (!created.success) throw new Error(created.error_message);
  const begun = await createImport(created.data.id);
  if (!begun.success) throw new Error(begun.error_message);
  for (;;) {
    const read = await readImport(begun.data.id);
    if (!read.success) throw new Error(read.error_message);
    const { state, stats } = read.data;
    if (state !== 'finished' && state !== 'failed') continue;
    console.log(JSON.stringify({ list: created.data.id, state, added: stats.subscribers.added }));
    break;
  }
  export {};`;

const COMPILER_OPTIONS = {
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: [] },
};

describe.skipIf(!existsSync(join(PROGRAMS, 'orval')))('a client that is generated from the OpenAPI document', () => {
  it.each(Object.entries(GENERATORS))('by %s compiles and imports people', async (name, { program, args, calls }) => {
    const engine = await startTestEngine();
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-generated-'));
    onTestFinished(async () => {
      await engine.stop();
      await rm(folder, { recursive: true });
    });
    const cwd = join(folder, name);
    await mkdir(cwd);
    await writeFile(join(cwd, 'openapi.json'), JSON.stringify(await describeApi()));
    await writeFile(join(cwd, 'main.ts'), INPUT + calls + PROGRAM);
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['.'] }));
    await run(join(PROGRAMS, program), args, { cwd });
    const compiled = await run(process.execPath, [TSC, '-p', cwd]).catch((error: unknown) => error);
    expect(compiled).toMatchObject({ stdout: '' });

    const outfile = join(cwd, 'main.mjs');
    await build({ entryPoints: [join(cwd, 'main.ts')], outfile, bundle: true, format: 'esm', platform: 'node' });
    const url = await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const { stdout } = await run(process.execPath, [outfile, url, engine.apiKey, name]);
    const said = JSON.parse(stdout) as { list: number };
    expect(said).toMatchObject({ state: 'finished', added: 2 });
    expect(await emailsOf(engine, said.list)).toEqual(['ann@example.com', 'bob@example.com']);
  });
});
