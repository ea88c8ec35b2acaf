import { readlinkSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Niceness of bulk work: it runs at a lower priority than API calls. While rows were changed on two cores, 5 halved the waiting
 * time of API calls, and 10 nearly did so again; the imports took as long (docs/performance-notes.md, "Priorities").
 */
const NICENESS = 10;

/** Lowers the priority of the calling thread. Only Linux has priorities of threads; elsewhere this does nothing. */
export function lowerThreadPriority(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // Work that does not yield is done all the same.
  }
}

/** Lowers the priority of a process of this machine, as far as its owner allows that. */
export async function lowerProcessPriority(pid: number): Promise<void> {
  try {
    setPriority(pid, NICENESS);
    await lowerSessionPriority(pid);
  } catch {
    // Work that does not yield is done all the same.
  }
}

/** Linux divides processor time between sessions first where it groups them, and each process of Postgres is one. */
async function lowerSessionPriority(pid: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(NICENESS));
      return;
    } catch (error) {
      const isTooSoon = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
      if (!isTooSoon || attempt === ATTEMPTS) throw error;
      await delay(REGROUP_WAIT_MS, undefined, { ref: false });
    }
  }
}

/** Linux lets everybody but root write one of these in a tenth of a second. */
const REGROUP_WAIT_MS = 150;
const ATTEMPTS = 30;
