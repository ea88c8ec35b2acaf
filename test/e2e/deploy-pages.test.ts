import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PROCESS_VERBS } from '../../engine/cli/process-verbs.ts';
import { startTestEngine } from '../support/engine.ts';
import { emailsOf } from '../support/imports.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const [PAGE, WORKFLOW, COMPOSE, DOCKERFILE] = [
  'docs/deploy.md',
  '.github/workflows/image.yml',
  'compose.yaml',
  'Dockerfile',
].map((path) => readFileSync(join(ROOT, path), 'utf8')) as [string, string, string, string];

/** In place of Docker: runs `sluice` of this folder for `docker compose exec`, and starts nothing for `docker compose up`. */
const DOCKER = `
docker() {
  [ "$1 $2" = 'compose up' ] && return
  while [ "$1" != sluice ]; do shift; done
  shift
  "$NODE" "$ROOT/bin/sluice.js" "$@"
}`;

describe('the first import in containers', () => {
  it.each([
    ['docs/deploy.md', blockAfter('Create an organization and an API key')],
    ['image.yml', stepOf('Import a file with Docker Compose')],
  ])('as %s has it adds both people', async (_name, commands) => {
    const engine = await startTestEngine();
    const folder = await mkdtemp(join(tmpdir(), 'sluice-test-deploy-'));
    onTestFinished(async () => {
      await engine.stop();
      await rm(folder, { recursive: true });
    });
    await engine.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = engine.app.server.address() as AddressInfo;
    const script = [DOCKER, commands.replaceAll(/127\.0\.0\.1:8080/g, `127.0.0.1:${port}`)].join('\n');
    const { databaseUrl, dataDir } = engine.config;
    const env = { ...process.env, NODE: process.execPath, ROOT, DATABASE_URL: databaseUrl, DATA_DIR: dataDir };
    const { stdout } = await run('bash', ['-e', '-c', script], { cwd: folder, env });

    const answer = JSON.parse(
      stdout
        .trim()
        .split('\n')
        .at(-1)!
        .replace(/^.*\}(?=\{"success")/, ''),
    ) as object;
    expect(answer).toMatchObject({ data: { state: 'finished', stats: { subscribers: { added: 2, failed: 0 } } } });
    expect(await emailsOf(engine, 1)).toEqual(['ann@example.com', 'bob@example.com']);
  });
});

describe('the files for containers say the same', () => {
  const settingsThat = (text: string, pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).sort();
  const needed = [...new Set(settingsThat(COMPOSE, /\$\{(\w+):\?/g))];

  it('about the secrets that Compose needs', () => {
    expect(needed).toEqual(['POSTGRES_PASSWORD', 'SECRET_KEY', 'TOKEN_SECRET']);
    expect(settingsThat(blockAfter('Secrets are in'), /^(\w+)=\$\(openssl/gm)).toEqual(needed);
    const [, names = ''] = /for name in ([\w ]+);/.exec(WORKFLOW) ?? [];
    expect(names.split(' ').sort()).toEqual(needed);
    for (const text of [PAGE, WORKFLOW]) expect(text).toMatch(/COMPOSE_ENV_FILES[=:] ?compose\.env/);
  });

  it('about the image that is built and run', () => {
    const [, built = ''] = /tags: (\S+)/.exec(WORKFLOW) ?? [];
    expect(built).toBe(/\$\{SLUICE_IMAGE:-([^}]+)\}/.exec(COMPOSE)?.[1]);
    expect(WORKFLOW).toContain(`docker run --rm --read-only --cap-drop ALL ${built} --version`);
    const [, base = ''] = /^ARG BASE_IMAGE=(\S+)/m.exec(DOCKERFILE) ?? [];
    expect(COMPOSE).toContain(`\${BASE_IMAGE:-${base}}`);
    expect(PAGE).toContain(`by default \`${base}\``);
    expect(PAGE).toContain(`| user | ${/^USER (\S+)/m.exec(DOCKERFILE)?.[1]},`);
  });

  it('about services, verbs and ports', () => {
    const services = settingsThat(COMPOSE.split('\nservices:\n')[1]!.split('\nsecrets:\n')[0]!, /^ {2}([\w-]+):$/gm);
    const named = [PAGE, WORKFLOW].flatMap((text) =>
      settingsThat(text, /docker compose (?:exec|run)(?: -T| --rm)* ([\w-]+)/g),
    );
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !services.includes(name))).toEqual([]);
    const verbs = PROCESS_VERBS.map(({ name }) => name);
    const commands = settingsThat(COMPOSE, /^ {4}command: \[(\w+)\]$/gm);
    expect(commands).toEqual(['api', 'ftp', 'migrate', 'worker']);
    expect(commands.filter((name) => !verbs.includes(name))).toEqual([]);
    const [, ports = ''] = /^EXPOSE (.+)$/m.exec(DOCKERFILE) ?? [];
    const [, described = ''] = /^\| ports \| (.+) \|$/m.exec(PAGE) ?? [];
    expect(settingsThat(described, /\b(\d{4})\b/g)).toEqual(ports.split(' ').sort());
  });

  it('about connections: Postgres takes those of Temporal, an API and as many workers as the page names', () => {
    const numbers = (text: string, pattern: RegExp) => (pattern.exec(text) ?? []).slice(1).map(Number);
    const [worker = NaN, api = NaN] = numbers(
      PAGE,
      /up to \[(\d+) connections\]\(#connections\)\s+to Postgres and an API (\d+)/,
    );
    const [temporal = NaN, ...same] = numbers(
      COMPOSE,
      /Temporal opens up to (\d+) connections, an API (\d+), a worker (\d+)\./,
    );
    expect(same).toEqual([api, worker]);
    const workers = Math.max(...settingsThat(PAGE, /--scale worker=(\d+)/g).map(Number));
    const most = Number(/max_connections=(\d+)/.exec(COMPOSE)?.[1]);
    expect(most).toBeGreaterThanOrEqual(temporal + api + workers * worker);
  });
});

/** The first block of shell commands behind a text of the page. */
function blockAfter(text: string): string {
  const at = PAGE.indexOf(text);
  expect(at).toBeGreaterThan(0);
  const [, block = ''] = /```sh\n([^]*?)```/.exec(PAGE.slice(at)) ?? [];
  return block;
}

/** The commands of a step of the workflow. */
function stepOf(name: string): string {
  const step = WORKFLOW.slice(WORKFLOW.indexOf(`- name: ${name}\n`));
  const [, block = ''] = /run: \|\n((?: {10}.*\n)+)/.exec(step) ?? [];
  return block.replaceAll(/^ {10}/gm, '');
}
