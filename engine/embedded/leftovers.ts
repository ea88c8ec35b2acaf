import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/**
 * Stops the servers that an engine which was killed left running on its files: processes that have these arguments side
 * by side. Two servers on one data folder would ruin it. Resolves to how many there were.
 */
export async function stopLeftovers(args: readonly string[], signal: NodeJS.Signals = 'SIGINT'): Promise<number> {
  const pids = await findProcesses(args);
  for (const pid of pids) send(pid, signal);
  if (!(await haveEnded(pids, 10_000))) {
    for (const pid of pids) send(pid, 'SIGKILL');
    await haveEnded(pids, 5_000);
  }
  return pids.length;
}

/** Whether a process with this id runs, also under another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

async function findProcesses(args: readonly string[]): Promise<readonly number[]> {
  const all = process.platform === 'linux' ? await listFromProc() : await listFromPs();
  // Both lists are framed by their separator, so that /data/postgres does not find /data/postgres-2.
  const separator = process.platform === 'linux' ? '\0' : ' ';
  const wanted = ['', ...args, ''].join(separator);
  return all.filter(({ pid, command }) => pid !== process.pid && command.includes(wanted)).map(({ pid }) => pid);
}

interface ProcessEntry {
  readonly pid: number;
  readonly command: string;
}

// Slim container images have no ps.
async function listFromProc(): Promise<readonly ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  return Promise.all(
    pids.map(async (pid) => ({ pid, command: await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(ignoreGone) })),
  );
}

function ignoreGone(error: unknown): string {
  if (isErrno(error, 'ENOENT') || isErrno(error, 'ESRCH') || isErrno(error, 'EACCES')) return '';
  throw error;
}

async function listFromPs(): Promise<readonly ProcessEntry[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,command='], { maxBuffer: 2 ** 24 });
  return stdout.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), command: `${line.trim()} ` }));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isErrno(error, 'ESRCH')) throw error;
  }
}

async function haveEnded(pids: readonly number[], limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (pids.some(isRunning)) {
    if (Date.now() > deadline) return false;
    await delay(50);
  }
  return true;
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
