import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { lastingPort } from '../support/lasting-port.ts';
import { createTestDatabase } from '../support/database.ts';
import { installPackage } from './support/installed-package.ts';
import type { InstalledPackage, RunningCommand } from './support/installed-package.ts';
import { readPackageImports } from './support/package-imports.ts';

describe('the package, installed into an empty folder', () => {
  let installed: InstalledPackage;
  beforeAll(async () => {
    installed = await installPackage();
  });
  afterAll(() => installed.remove());

  it('imports files that it has, and packages that it declares', async () => {
    const { version, dependencies } = await manifest(installed);
    const { packages, missing } = await readPackageImports(join(installed.root, 'dist'));

    expect(missing).toEqual([]);
    expect(packages).toContain('@temporalio/worker');
    expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
    expect(await installed.run('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('has the client, whose answers narrow on success where optional properties may be undefined', async () => {
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    await writeFile(join(installed.dir, 'program.mts'), CLIENT_PROGRAM);
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom'];
    const execute = promisify(execFile);
    const compiled = await execute(process.execPath, [compiler, ...options, 'program.mts'], {
      cwd: installed.dir,
    }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(compiled.stdout).toBe('');
    const { stdout } = await execute(process.execPath, ['program.mjs'], { cwd: installed.dir });
    expect(stdout).toBe('no_answer\n');
  });

  it('has the types of the client again when it is built a second time', async () => {
    const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    const outDir = join(installed.dir, 'types');
    for (let build = 1; build <= 2; build += 1) {
      await rm(outDir, { recursive: true, force: true });
      await promisify(execFile)(process.execPath, [compiler, '--project', 'tsconfig.build.json', '--outDir', outDir]);
      expect(await readdir(join(outDir, 'client'))).toContain('index.d.ts');
    }
  });

  it('lists all commands, and names one that it does not know', async () => {
    const { code, stdout } = await installed.run('--help');
    const unknown = await installed.run('wroker');

    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}([a-z][\w:-]*) /gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(['start', 'demo', 'migrate', 'api', 'worker', 'ftp', 'jobs', 'job', 'load', 'help']),
    );
    expect(unknown).toMatchObject({ code: 2, stdout: '' });
    expect(unknown.stderr).toMatch(/^Unknown command 'wroker'\.\n\(Did you mean worker\?\)\n/);
  });

  it('migrates a database, and an API and a worker with the settings of .env import a file', async () => {
    const database = await createTestDatabase({ isMigrated: false });
    onTestFinished(() => database.drop());
    const port = await lastingPort();
    const { address } = inject('temporal');
    const settings = [`DATABASE_URL=${database.url}`, `TEMPORAL_ADDRESS=${address}`, `PORT=${port}`];
    await writeFile(join(installed.dir, '.env'), settings.join('\n'));
    const migrated = await installed.run('migrate');
    const [api, worker] = ['api', 'worker'].map((name) => startNoted(installed, name));
    const key = await readFile(join(installed.dir, '.data', 'bootstrap-api-key'), 'utf8');
    const call = callerOf(`http://127.0.0.1:${port}/ga/api/v2`, key.trim());
    await vi.waitFor(() => call('GET', '/mailing_lists'), PATIENCE);
    const list = await call('POST', '/mailing_lists', { mailing_list: { name: 'Packed' } });
    const path = `/mailing_lists/${list.id}/subscriber_imports`;
    const { id } = await call('POST', path, { subscriber_import: IMPORT });
    await vi.waitFor(async () => {
      expect(await call('GET', `/subscriber_imports/${id}`)).toMatchObject(ENDED);
    }, PATIENCE);
    const { file_source } = IMPORT;
    const analysis = await call('POST', `${path}/analyze`, { subscriber_import: { file_source } });

    const page = await (await fetch(`http://127.0.0.1:${port}/console/`)).text();
    const [, script = ''] = /src="\.\/(assets\/main-\w+\.js)"/.exec(page) ?? [];

    expect((await fetch(`http://127.0.0.1:${port}/console/${script}`)).headers.get('content-type')).toMatch(
      /javascript/,
    );
    expect(analysis).toMatchObject({ column_mapping: ['email'], records: { estimate: 2 } });
    expect(migrated).toMatchObject({ code: 0, stderr: '' });
    expect(migrated.stdout).toMatch(/^Applied 1, .*\nThe API key of the system administrator is in .*\.data.*\n$/);
    expect(api!.output()).toContain('NODE --max-semi-space-size=8 --max-old-space-size=1024 MALLOC_ARENA_MAX=2\n');
    expect(worker!.output()).toContain(
      '--heap-growing-percent=30 --initial-old-space-size=16 --expose-gc MALLOC_ARENA_MAX=2\n',
    );
    expect(await Promise.all([api!.stop('SIGTERM'), worker!.stop('SIGINT')])).toEqual([0, 0]);
  });
});

const CLIENT_PROGRAM = `
  import { answerOf, createSluiceClient, SluiceApiError } from 'sluice/client';
  const sluice = createSluiceClient({ baseUrl: 'http://127.0.0.1:1', apiKey: 'a2V5' });
  try {
    const answer = await answerOf(sluice.GET('/mailing_lists'));
    // @ts-expect-error: the data of a failure is null.
    answer.data.length;
    const names: string[] = answer.success ? answer.data.map(({ name }) => name) : [answer.error_message];
    console.log(names);
  } catch (error) {
    console.log(error instanceof SluiceApiError ? error.code : error);
  }
`;

const PATIENCE = { timeout: 60_000, interval: 50 };
const IMPORT = { column_mapping: ['email'], file_source: { type: 'json', content: 'email\nann@example.com\nbad\n' } };
const ENDED = { state: 'finished', stats: { subscribers: { added: 1, failed: 1 } } };

/** Starts a command whose processes write the flags of Node and a variable of glibc as their first line. */
function startNoted(installed: InstalledPackage, name: string): RunningCommand {
  const note = 'console.log("NODE",...process.execArgv,`MALLOC_ARENA_MAX=${process.env.MALLOC_ARENA_MAX}`)';
  const command = installed.start([name], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(note)}`,
  });
  onTestFinished(command.kill);
  return command;
}

function callerOf(address: string, key: string) {
  return async (method: string, path: string, body?: unknown): Promise<any> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { authorization: `Basic ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { success, data, error_message } = (await response.json()) as Record<string, unknown>;
    if (success !== true) throw new Error(String(error_message));
    return data;
  };
}

async function manifest({ root }: InstalledPackage) {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  return JSON.parse(text) as { readonly version: string; readonly dependencies: Record<string, string> };
}
