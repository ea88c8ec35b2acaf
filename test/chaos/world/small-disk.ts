import { execFile, execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of a few bytes in memory. */
export interface SmallDisk {
  readonly dir: string;
  grow(megabytes: number): Promise<void>;
  remove(): void;
}

/** Mounts one, until the process ends at the latest; null when this user may not. */
export async function mountSmallDisk(dir: string, megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  await mkdir(dir, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'sluice-chaos', dir]);
  } catch {
    return null;
  }
  const unmount = () => void execFileSync('umount', ['--lazy', dir]);
  process.once('exit', unmount);
  return {
    dir,
    grow: async (size) => {
      await run('mount', ['-o', `remount,size=${size}m`, dir]);
    },
    remove: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}
