import { createHash, randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

// Plain JavaScript, because a process that is to run without the TypeScript loader begins here.

/**
 * Keeps what was compiled from files of this project until one of them changes: bundling the workflows takes three to four
 * seconds of a processor, compiling the API half a second.
 * @typedef {object} CompileCache
 * @property {() => Promise<string | null>} read the folder with what is kept; null when there is nothing, or a file has changed
 * @property {(outputs: Readonly<Record<string, string>>, files: readonly string[], startedAt: number) => Promise<string | null>} write
 *   Keeps `outputs` (texts by file name) and answers their folder; null when they cannot be kept. `files` are absolute paths of
 *   what they were made of, with a `/` at the end of a folder whose names count; of packages only their lock counts. `startedAt` is when compiling began (ms): what was made of a
 *   file that changed since is not kept.
 */

/**
 * What was compiled, and each file by its path from the folder of packages, so that a copied project has its own.
 * @typedef {{ readonly folder: string, readonly files: Readonly<Record<string, KnownFile>> }} Entry
 */

/**
 * A file as it was when it was compiled. While its times and its size are the same, it is not read: to read and hash the files of
 * the API takes 70 ms of each start.
 * @typedef {{ readonly hash: string, readonly stamp: string }} KnownFile
 */

/** Folders of earlier compilations stay this long: a process that began with one may load more of it. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * The cache of what is called `name`, next to the packages in the folder `packages`.
 * @param {string} packages absolute path of node_modules
 * @param {string} name
 * @returns {CompileCache}
 */
export function createCompileCache(packages, name) {
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
      /** @type {Record<string, KnownFile>} */
      const known = {};
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

/**
 * @param {string} text
 * @returns {Entry}
 */
function parseEntry(text) {
  /** @type {unknown} */
  const entry = JSON.parse(text);
  return /** @type {Entry} */ (entry);
}

/**
 * Also the time of the last change of the entry in the folder: tools that copy files set the other time.
 * @param {import('node:fs').Stats} stats
 */
function stampOf({ size, mtimeMs, ctimeMs }) {
  return [size, mtimeMs, ctimeMs].join(' ');
}

/** @param {string} path */
async function hashOf(path) {
  return hash(path.endsWith(sep) ? (await readdir(path)).sort().join('\n') : await readFile(path));
}

/** @param {string | Buffer} content */
function hash(content) {
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Writes a file whole or not at all, since processes may start at the same time.
 * @param {string} path
 * @param {string} text
 */
async function putFile(path, text) {
  const made = `${path}.${randomUUID()}`;
  await writeFile(made, text);
  await rename(made, path);
}

/**
 * Writes a folder whole or not at all. One that is there already holds the same, as it is named after its content.
 * @param {string} path
 * @param {Readonly<Record<string, string>>} texts
 */
async function putFolder(path, texts) {
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

/** @param {string} root */
async function removeOld(root) {
  for (const name of await readdir(root)) {
    const path = join(root, name);
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true });
  }
}
