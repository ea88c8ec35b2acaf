import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Keeps one bundle on disk until a file changes that it was made of. Bundling takes three to four seconds of a processor. */
export interface BundleCache {
  /** The bundle's code; null when there is none, or a file has changed. */
  read(): Promise<string | null>;
  /**
   * Keeps a bundle.
   * @param files absolute paths of what it was made of; of packages only their lock counts
   * @param startedAt when bundling began (ms); a bundle with a file that changed since is not kept
   */
  write(code: string, files: readonly string[], startedAt: number): Promise<void>;
}

/** What a bundle was made of: a hash of each file by its path from the folder of packages, so that a copied project has its own. */
interface Entry {
  readonly code: string;
  readonly files: Readonly<Record<string, string>>;
}

/** The cache of the bundle `name`, next to the packages in the folder `packages`. */
export function createBundleCache(packages: string, name: string): BundleCache {
  const folder = join(packages, '.cache', 'sluice');
  const entryPath = join(folder, `${name}.json`);
  // npm writes it with each change of the packages.
  const lock = join(packages, '.package-lock.json');
  return {
    read: async () => {
      try {
        const entry = JSON.parse(await readFile(entryPath, 'utf8')) as Entry;
        const checks = Object.entries(entry.files).map(
          async ([path, hash]) => (await hashOf(join(packages, path))) === hash,
        );
        if ((await Promise.all(checks)).includes(false)) return null;
        return await readFile(join(folder, entry.code), 'utf8');
      } catch {
        // What cannot be read is made again.
        return null;
      }
    },
    write: async (code, files, startedAt) => {
      const own = files.filter((path) => !path.startsWith(packages));
      const hashes: Record<string, string> = {};
      for (const path of [lock, ...own]) {
        const found = await stat(path).catch(() => null);
        if (found === null && path === lock) return;
        // The bundler also names folders, and a file that it holds in memory only.
        if (found === null || !found.isFile()) continue;
        if (found.mtimeMs >= startedAt) return;
        hashes[relative(packages, path)] = await hashOf(path);
      }
      const entry: Entry = { code: `${name}-${createHash('sha256').update(code).digest('hex')}.js`, files: hashes };
      try {
        await put(folder, entry.code, code);
        await put(folder, `${name}.json`, JSON.stringify(entry));
      } catch {
        // A read-only or full disk keeps nothing, which costs the next start some seconds.
      }
    },
  };
}

async function hashOf(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** Writes a file whole or not at all, since workers may start at the same time. */
async function put(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, text);
  await rename(`${path}.${process.pid}`, path);
}
