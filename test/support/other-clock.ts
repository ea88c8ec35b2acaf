import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Give this as the note of a skipped test. */
export const NO_OTHER_CLOCK = 'libfaketime is not installed';

/** The environment of a program whose clock is so many seconds ahead of this machine's, or behind; null where there is no libfaketime. */
export async function otherClock(seconds: number): Promise<Readonly<Record<string, string>> | null> {
  const library = await findLibrary();
  if (library === null) return null;
  return {
    LD_PRELOAD: library,
    FAKETIME: seconds < 0 ? String(seconds) : `+${seconds}`,
    // Time passes as it does: timers and timeouts are right.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    // The times of files are those of the file server.
    NO_FAKE_STAT: '1',
  };
}

/** The command that runs a program with the variables; the program and its arguments follow. */
export function underEnvironment(env: Readonly<Record<string, string>>): readonly string[] {
  return ['env', ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
}

async function findLibrary(): Promise<string | null> {
  const folders = await readdir('/usr/lib').catch(() => []);
  for (const folder of folders) {
    const path = join('/usr/lib', folder, 'faketime', 'libfaketimeMT.so.1');
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}
