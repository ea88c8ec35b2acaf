import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The package as `npm pack` makes it, in a folder that holds nothing else. */
export interface InstalledPackage {
  /** The folder it is installed into. */
  readonly dir: string;
  /** The folder of the package itself. */
  readonly root: string;
  /** Runs `npx sluice` in the folder to its end, with nothing of this process's settings. */
  run(...args: string[]): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
  /** Starts `npx sluice` in the folder. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>): RunningCommand;
  remove(): Promise<void>;
}

/** A command that runs until it is stopped. */
export interface RunningCommand {
  /** Output to stdout and stderr so far. */
  output(): string;
  /** Sends the signal; resolves to the exit code when the process is gone. */
  stop(signal: 'SIGINT' | 'SIGTERM'): Promise<number | null>;
  kill(): void;
}

/**
 * Builds and packs the project, and installs the package into a new folder. The packages it needs are linked to those of this
 * clone, the ones for development left out.
 */
export async function installPackage(): Promise<InstalledPackage> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-package-'));
  const packages = join(dir, 'node_modules');
  const root = join(packages, 'sluice');
  const packed = await mkdtemp(join(tmpdir(), 'sluice-packed-'));
  await mkdir(root, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: PROJECT });
  const { version } = JSON.parse(await readFile(join(PROJECT, 'package.json'), 'utf8')) as { version: string };
  await run('tar', ['-xzf', join(packed, `sluice-${version}.tgz`), '-C', root, '--strip-components=1']);
  await rm(packed, { recursive: true });
  await linkPackages(packages);
  const bin = join(packages, '.bin', 'sluice');
  await link(join(root, 'bin', 'sluice.js'), bin);

  const environment = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  return {
    dir,
    root,
    run: (...args) =>
      new Promise((resolve) => {
        execFile(bin, args, { cwd: dir, env: environment }, (error, stdout, stderr) => {
          resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr });
        });
      }),
    start: (args, env = {}) => toCommand(spawn(bin, args, { cwd: dir, env: { ...environment, ...env } })),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

async function linkPackages(target: string): Promise<void> {
  const lock = JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true; optional?: true }>;
  };
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => TOP_LEVEL.test(path) && dev !== true);
  await Promise.all(installed.map(([path]) => link(join(PROJECT, path), join(dirname(target), path))));
}

const TOP_LEVEL = /^node_modules\/(?:@[^/]+\/)?[^/]+$/;

async function link(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await symlink(from, to);
}

function toCommand(child: ChildProcess): RunningCommand {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  return {
    output: () => output,
    stop: async (signal) => {
      child.kill(signal);
      return (await ended)[0];
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
