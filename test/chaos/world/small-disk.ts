import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of a few bytes in memory. */
export interface SmallDisk {
  readonly dir: string;
  grow(megabytes: number): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts one; null when this user may not. */
export async function mountSmallDisk(dir: string, megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  await mkdir(dir, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'sluice-chaos', dir]);
  } catch {
    return null;
  }
  return {
    dir,
    grow: async (size) => {
      await run('mount', ['-o', `remount,size=${size}m`, dir]);
    },
    remove: async () => {
      await run('umount', ['--lazy', dir]);
    },
  };
}
