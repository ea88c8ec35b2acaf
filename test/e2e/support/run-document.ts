import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { lastingPort } from '../../support/lasting-port.ts';
import { readSteps } from './walk-through.ts';
import type { Step } from './walk-through.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Runs `npx sluice` without npm, which takes a second of each command; on-call.test.ts uses npm's own. */
const SHORT_NPX = join(import.meta.dirname, 'bin');
/** Stands between the outputs of two steps. */
const MARK = '\u001e';

/** Data folder and ports with which a document is run. */
export interface Place {
  readonly dataDir: string;
  readonly port: number;
  readonly ftpPort: number;
  readonly filePort: number;
}

/** The steps of a document after its first, which starts the service, and what they have written. */
export interface RunDocument {
  readonly steps: readonly Step[];
  /** For each step its lines: JSON where a line is JSON. */
  readonly answers: readonly (readonly unknown[])[];
  /** Ends the service and removes its data. */
  readonly end: () => Promise<void>;
}

/** Starts the service as a document says and runs all of its commands in one shell; what stands for the reader's machine is replaced. */
export async function runDocument(
  document: string,
  replacementsOf: (place: Place) => Readonly<Record<string, string>>,
): Promise<RunDocument> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-document-'));
  const place = { dataDir, port: await lastingPort(), ftpPort: await lastingPort(), filePort: await lastingPort() };
  const [start, ...steps] = await readSteps(join(ROOT, document), replacementsOf(place));
  const ports = {
    PORT: String(place.port),
    FTP_PORT: String(place.ftpPort),
    FTP_PASSIVE_PORTS: '20000-29999',
    TEMPORAL_UI_PORT: '0',
  };
  const service = await startService(start?.commands ?? '', ports);
  const end = async () => {
    const ended = once(service, 'exit');
    service.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const outputs = await runInOneShell(steps.map(({ commands }) => commands));
    return { steps, answers: outputs.map(linesOf), end };
  } catch (error) {
    await end();
    throw error;
  }
}

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
  const env = { ...process.env, PATH: [SHORT_NPX, process.env['PATH']].join(delimiter) };
  const shell = spawn('bash', ['-c', script], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
  const outputs = stdout.split(MARK);
  expect(code, `step ${outputs.length} failed:\n${commands[outputs.length - 1]}\n${outputs.at(-1)}\n${stderr}`).toBe(0);
  return outputs.slice(0, -1);
}

/** Parses output line by line: JSON where a line is JSON, otherwise the line itself. */
function linesOf(output: string): unknown[] {
  const lines = output.split('\n').map((line) => line.trimEnd());
  return lines
    .filter((line) => line !== '')
    .map((line) => (line.startsWith('{') ? (JSON.parse(line) as unknown) : line));
}
