import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SluiceError } from '../platform/errors.ts';
import { tryLock } from './process-lock.ts';
import { cachedBinary, findOnPath, findTemporalBinary, TEMPORAL_CLI_VERSION } from './temporal-binary.ts';

/** There is no Temporal server on this machine, and it could be neither downloaded nor built. */
export class TemporalServerUnavailable extends SluiceError {
  constructor(reason: string, cause?: unknown) {
    super('internal_error', `${reason} ${THREE_OPTIONS}`, { cause });
  }
}

/** Target folder of a build, a listener for progress messages, and a signal that cancels it. */
export interface TemporalBuildOptions {
  readonly cacheDir: string;
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Builds the Temporal server with Go into the cache and resolves to its path; a second process waits for the first.
 * @throws TemporalServerUnavailable when Go is not installed or the build fails.
 */
export async function buildTemporalBinary(options: TemporalBuildOptions): Promise<string> {
  const { cacheDir, onProgress, signal } = options;
  const go = await findOnPath('go');
  if (go === null) {
    throw new TemporalServerUnavailable('The Temporal server could not be downloaded, and Go is not installed.');
  }
  const dir = dirname(dirname(cachedBinary(cacheDir)));
  await mkdir(dir, { recursive: true });
  let lock = await tryLock(dir, 'build');
  for (const started = Date.now(); lock === null; lock = await tryLock(dir, 'build')) {
    onProgress(`Another process is building the Temporal server; waiting (${elapsed(started)}).`);
    await delay(PROGRESS_MS, undefined, { signal });
  }
  try {
    return (await findTemporalBinary({ cacheDir })) ?? (await build(go, dir, options));
  } finally {
    await lock.release();
  }
}

const PROGRESS_MS = 5_000;
const PACKAGE = `github.com/temporalio/cli/cmd/temporal@v${TEMPORAL_CLI_VERSION}`;
const THREE_OPTIONS = [
  'Choose one of three options:',
  'install the Temporal CLI so that "temporal" is on PATH (or set TEMPORAL_CLI_PATH to it);',
  'install Go, which builds the server on the next start;',
  'or set TEMPORAL_ADDRESS to a Temporal server that runs elsewhere.',
].join(' ');

async function build(go: string, dir: string, { cacheDir, onProgress, signal }: TemporalBuildOptions): Promise<string> {
  const started = Date.now();
  const report = () =>
    onProgress(`Building the Temporal server: ${elapsed(started)}; takes 4 to 5 minutes on two cores, only once.`);
  report();
  const timer = setInterval(report, PROGRESS_MS);
  const workDir = await mkdtemp(join(dir, 'building-'));
  try {
    await install(go, workDir, signal);
    const target = cachedBinary(cacheDir);
    await mkdir(dirname(target), { recursive: true });
    // The cache holds a whole server or none at any time.
    await rename(join(workDir, 'temporal'), target);
    onProgress(`Built the Temporal server in ${elapsed(started)}; stored in ${target}.`);
    return target;
  } finally {
    clearInterval(timer);
    await rm(workDir, { recursive: true, force: true });
  }
}

function install(go: string, binDir: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // A group of its own, because go leaves its compilers running when only go itself is ended.
    const child = spawn(go, ['install', PACKAGE], {
      env: { ...process.env, GOBIN: binDir },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    const abort = () => child.pid !== undefined && process.kill(-child.pid, 'SIGTERM');
    signal?.addEventListener('abort', abort, { once: true });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-1000)));
    child.once('error', reject);
    child.once('close', (code) => {
      signal?.removeEventListener('abort', abort);
      if (code === 0) resolve();
      else reject(new TemporalServerUnavailable(`Building the Temporal server with Go failed: ${output.trim()}`));
    });
  });
}

function elapsed(started: number): string {
  const seconds = Math.round((Date.now() - started) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
