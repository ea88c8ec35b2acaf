import { execFile, execFileSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system of a few bytes in memory. */
export interface SmallDisk {
  readonly dir: string;
  /** Takes all the room that is left. */
  fill(): Promise<void>;
  /** Gives back what was taken to fill it. */
  makeRoom(): Promise<void>;
  grow(megabytes: number): Promise<void>;
  /** Lets nobody write, not even root. */
  makeReadOnly(): Promise<void>;
  makeWritable(): Promise<void>;
  remove(): void;
}

/** Give this as the note of a skipped test: context.skip(NO_SMALL_DISK). */
export const NO_SMALL_DISK = 'only root on Linux may mount a small file system';

/** Mounts one that belongs to a user, until the process ends at the latest; null when this user may not. */
export async function mountSmallDisk(dir: string, megabytes: number, owner = 0): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  await mkdir(dir, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes * 1024}k,uid=${owner},mode=700`, 'sluice-test', dir]);
  } catch {
    return null;
  }
  const unmount = () => void execFileSync('umount', ['--lazy', dir]);
  process.once('exit', unmount);
  const ballast = join(dir, 'ballast');
  return {
    dir,
    fill: () => writeUntilFull(ballast),
    makeRoom: () => rm(ballast),
    grow: async (size) => {
      await run('mount', ['-o', `remount,size=${size}m`, dir]);
    },
    makeReadOnly: async () => {
      await run('mount', ['-o', 'remount,ro', dir]);
    },
    makeWritable: async () => {
      await run('mount', ['-o', 'remount,rw', dir]);
    },
    remove: () => {
      process.off('exit', unmount);
      unmount();
    },
  };
}

/** Page by page, since a larger piece that does not fit may leave room. */
async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (;;) await file.write(PAGE);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

const PAGE = Buffer.alloc(4096);
