import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../engine/embedded/free-port.ts';
import { readSteps } from './support/walk-through.ts';
import type { Step } from './support/walk-through.ts';

const ROOT = join(import.meta.dirname, '../..');
const LIMIT = 240_000;
/** Stands between the outputs of two steps. */
const MARK = '\u001e';

describe('docs/walk-through.md', () => {
  let dataDir: string;
  let service: ChildProcess;
  let steps: readonly Step[];
  let outputs: readonly string[];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'sluice-walk-'));
    const [port, ftpPort, filePort] = [await freePort(), await freePort(), await freePort()];
    const [start, ...rest] = await readSteps(join(ROOT, 'docs/walk-through.md'), {
      'DATA_DIR=.walk': `DATA_DIR=${dataDir}`,
      'http://127.0.0.1:8080/': `http://127.0.0.1:${port}/`,
      'ftp://127.0.0.1:2121/': `ftp://127.0.0.1:${ftpPort}/`,
      'http://127.0.0.1:8090/': `http://127.0.0.1:${filePort}/`,
      'listen(8090)': `listen(${filePort})`,
    });
    steps = rest;
    const ports = {
      PORT: String(port),
      FTP_PORT: String(ftpPort),
      FTP_PASSIVE_PORTS: '20000-29999',
      TEMPORAL_UI_PORT: '0',
    };
    service = await startService(start?.commands ?? '', ports);
    outputs = await runInOneShell(steps.map(({ commands }) => commands));
  }, LIMIT);

  afterAll(async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has a step for each part of the API', () => {
    expect(steps.length).toBeGreaterThan(20);
    expect(outputs).toHaveLength(steps.length);
  });

  it('shows what its commands answer, step by step', () => {
    const said = steps.map(({ commands }, at) => ({ commands, answers: linesOf(outputs[at] ?? '') }));
    expect(said).toEqual(
      steps.map(({ commands, answers }) => ({ commands, answers: answers.map(({ matches }) => matches) })),
    );
  });
});

/** Runs the command that starts the service, as npm would, and resolves when it says that it runs. */
async function startService(command: string, settings: Record<string, string>): Promise<ChildProcess> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } };
  expect(command).toMatch(/ npm start\n$/);
  const assignments = command.replace(/npm start\n$/, '');
  const service = spawn('bash', ['-c', `export ${assignments}; exec ${scripts.start}`], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: '', TEMPORAL_ADDRESS: '', REDIS_URL: '', LOG_LEVEL: 'error', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(service.stdout)) {
    if (line.startsWith('Sluice is running.')) return service;
  }
  throw new Error('The service ended before it ran.');
}

/** Runs the commands of all steps in one bash, which stops at the first that fails. @returns the output of each step */
async function runInOneShell(commands: readonly string[]): Promise<string[]> {
  const script = ['set -euo pipefail', ...commands.flatMap((command) => [command, `printf '${MARK}'`])].join('\n');
  const shell = spawn('bash', ['-c', script], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
  const outputs = stdout.split(MARK);
  expect(code, `step ${outputs.length} failed:\n${commands[outputs.length - 1]}\n${outputs.at(-1)}\n${stderr}`).toBe(0);
  return outputs.slice(0, -1);
}

/** What was answered: JSON where a line is JSON, otherwise the line. */
function linesOf(output: string): unknown[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as unknown) : line));
}
