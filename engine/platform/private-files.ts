import type { Stats } from 'node:fs';
import { chmod, lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Group and others. */
const OTHERS = 0o077;
/** Entries that are looked at below one folder; the folders above them, which come first, keep others out of the rest. */
const MOST_ENTRIES = 10_000;
/** Postgres keeps its folder private itself, and does not start when it is not. */
const LEFT_ALONE = /^postgres(?:\.unfinished)?$/;

/**
 * Keeps customers' data, keys and mail from other users of the machine: this process and the ones that it starts create
 * folders with mode 0700 and files with 0600, and what exists in the service's folders loses the rights of others. Rights
 * of the own user stay as they are. A folder that cannot be changed is logged, and does not keep the service from running.
 */
export async function keepFilesPrivate(
  { dataDir, filesDir, uploadsDir }: Pick<Config, 'dataDir' | 'filesDir' | 'uploadsDir'>,
  log: Logger,
): Promise<void> {
  process.umask(OTHERS);
  const found = { changed: 0, refused: 0 };
  // Run by root, the embedded Postgres has a user of its own, whose group passes through the data folder without listing it.
  const ofData = await orNull(stat(dataDir));
  const isOfPostgres = process.getuid?.() === 0 && ofData?.gid !== process.getgid?.();
  await restrict(dataDir, ofData, found, isOfPostgres ? OTHERS & ~0o010 : OTHERS);
  for (const folder of new Set([dataDir, filesDir, uploadsDir])) {
    if (folder !== dataDir) await restrict(folder, await orNull(stat(folder)), found);
    await restrictBelow(folder, found);
  }
  if (found.changed > 0) log.info({ entries: found.changed }, 'removed access of other users to files of the service');
  if (found.refused > 0) {
    log.warn({ entries: found.refused }, 'other users may still read files of the service that another user owns');
  }
}

interface Found {
  changed: number;
  refused: number;
}

/** Walks level by level. */
async function restrictBelow(root: string, found: Found): Promise<void> {
  const folders = [root];
  let entries = 0;
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const opened = await orNull(opendir(folder));
    if (opened === null) continue;
    for await (const { name } of opened) {
      if (++entries > MOST_ENTRIES) return;
      if (folder === root && LEFT_ALONE.test(name)) continue;
      const path = join(folder, name);
      const stats = await orNull(lstat(path));
      await restrict(path, stats, found);
      if (stats?.isDirectory() === true) folders.push(path);
    }
  }
}

async function restrict(path: string, stats: Stats | null, found: Found, taken = OTHERS): Promise<void> {
  if (stats === null || stats.isSymbolicLink() || (stats.mode & taken) === 0) return;
  try {
    await chmod(path, stats.mode & 0o7777 & ~taken);
    found.changed++;
  } catch {
    found.refused++;
  }
}

/** Returns null for entries that are missing or not accessible. */
async function orNull<T>(lookUp: Promise<T>): Promise<T | null> {
  return lookUp.catch(() => null);
}
