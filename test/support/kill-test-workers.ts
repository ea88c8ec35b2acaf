import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Kills the processes this run's tests are in; one that is caught in a loop does not notice that the run has ended. */
export function killTestWorkers(): void {
  const all = process.platform === 'linux' ? listFromProc() : listFromPs();
  for (const { pid, parent, command } of all) {
    if (parent === process.pid && command.includes('vitest')) process.kill(pid, 'SIGKILL');
  }
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

function listFromProc(): readonly ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
        return [{ pid: Number(name), parent: Number(parent), command: readFileSync(`/proc/${name}/cmdline`, 'utf8') }];
      } catch (error) {
        // The process has ended since the folder was listed.
        if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return [];
        throw error;
      }
    });
}

function listFromPs(): readonly ProcessEntry[] {
  const lines = execFileSync('ps', ['-axo', 'pid=,ppid=,command='], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') };
  });
}
