import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Keeps what was compiled from files of this project until one of them changes: bundling the workflows takes three to four
 * seconds of a processor, compiling the console half a second.
 */
export interface CompileCache {
  /** Returns the folder with what is kept; null when there is nothing, or a file has changed. */
  read(): Promise<string | null>;
  /**
   * Keeps `outputs` (texts by file name) and returns their folder; null when they cannot be kept. `files` are absolute paths of
   * what they were made of, with a `/` at the end of a folder whose names count; of packages only their lock counts. `startedAt` is
   * when compiling began (ms): what was made of a file that changed since is not kept.
   */
  write(outputs: Texts, files: readonly string[], startedAt: number): Promise<string | null>;
}

/** Texts by file name. */
type Texts = Readonly<Record<string, string>>;

/**
 * Result of a compilation: its folder, and each source file by its path from the folder of packages, so that a copied project
 * has its own.
 */
interface Entry {
  readonly folder: string;
  readonly files: Readonly<Record<string, KnownFile>>;
}

/**
 * A file as it was when it was compiled. While its times and its size are the same, it is not read: to read and hash the files of
 * the workflows takes time at each start.
 */
interface KnownFile {
  readonly hash: string;
  readonly stamp: string;
}

/** Folders of earlier compilations stay this long: a process that began with one may load more of it. */
const KEPT_MS = 7 * 24 * 3_600_000;

/** The cache of what is called `name`, next to the packages in the folder `packages` (absolute path of node_modules). */
export function createCompileCache(packages: string, name: string): CompileCache {
  const root = join(packages, '.cache', 'sluice');
  const entryPath = join(root, `${name}.json`);
  // npm writes it with each change of the packages.
  const lock = join(packages, '.package-lock.json');
  return {
    read: async () => {
      try {
        const entry = parseEntry(await readFile(entryPath, 'utf8'));
        const checks = Object.entries(entry.files).map(
          async ([path, { hash, stamp }]) =>
            stampOf(statSync(join(packages, path))) === stamp || (await hashOf(join(packages, path))) === hash,
        );
        if ((await Promise.all(checks)).includes(false)) return null;
        const folder = join(root, entry.folder);
        const now = new Date();
        // Another user's folder may be read only.
        await utimes(folder, now, now).catch(() => undefined);
        await stat(folder);
        return folder;
      } catch {
        // What cannot be read is made again.
        return null;
      }
    },
    write: async (outputs, files, startedAt) => {
      const own = files.filter((path) => !path.startsWith(packages));
      const known: Record<string, KnownFile> = {};
      for (const path of [lock, ...own]) {
        const found = await stat(path).catch(() => null);
        if (found === null && path === lock) return null;
        // The bundler also names folders, and a file that it holds in memory only.
        if (found === null || found.isFile() === path.endsWith(sep)) continue;
        if (found.mtimeMs >= startedAt) return null;
        known[relative(packages, path) + (found.isFile() ? '' : sep)] = {
          hash: await hashOf(path),
          stamp: stampOf(found),
        };
      }
      const folder = `${name}-${hash(JSON.stringify(outputs))}`;
      try {
        await mkdir(root, { recursive: true });
        await removeOld(root);
        await putFolder(join(root, folder), outputs);
        await putFile(entryPath, JSON.stringify({ folder, files: known }));
        return join(root, folder);
      } catch {
        // A read-only or full disk keeps nothing, which costs the next start some seconds.
        return null;
      }
    },
  };
}

function parseEntry(text: string): Entry {
  return JSON.parse(text) as Entry;
}

/** Also has the time of the last change of the entry in the folder: tools that copy files set the other time. */
function stampOf({ size, mtimeMs, ctimeMs }: Stats): string {
  return [size, mtimeMs, ctimeMs].join(' ');
}

async function hashOf(path: string): Promise<string> {
  return hash(path.endsWith(sep) ? (await readdir(path)).sort().join('\n') : await readFile(path));
}

function hash(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Writes a file whole or not at all, since processes may start at the same time. */
async function putFile(path: string, text: string): Promise<void> {
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, text);
  await rename(made, path);
}

/** Writes a folder whole or not at all. One that is there already holds the same, as it is named after its content. */
async function putFolder(path: string, texts: Texts): Promise<void> {
  if ((await stat(path).catch(() => null)) !== null) return;
  const made = `${path}.${randomUUID()}`;
  await mkdir(made);
  for (const [name, text] of Object.entries(texts)) await writeFile(join(made, name), text);
  try {
    await rename(made, path);
  } catch (error) {
    await rm(made, { recursive: true });
    if ((await stat(path).catch(() => null)) === null) throw error;
  }
}

async function removeOld(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
