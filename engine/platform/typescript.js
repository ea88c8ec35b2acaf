import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createCompileCache } from './compile-cache.js';

// Plain JavaScript, because a process that is to run without the TypeScript loader begins here.

/** Next to the packages that the compiled modules import. */
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));

/**
 * Imports a module of a clone, which is TypeScript, and all that it imports from the project. It is compiled when a file of
 * it has changed, and kept: the loader would take half a second of processor time from each start, a fifth of a worker's
 * memory, and name every function again each time it is made. The loader is used where nothing may be written.
 * @param {string} file absolute path
 */
export async function importTypeScript(file) {
  const folder = await compiledFolder(file);
  if (folder === null) (await import('tsx/esm/api')).register();
  await import(pathToFileURL(folder === null ? file : join(folder, START)).href);
}

const START = 'start.mjs';

/** @param {string} file */
async function compiledFolder(file) {
  // Compiled modules name their sources by absolute path, so a copy of the project has to have its own.
  const name = `${basename(file, '.ts')}-${createHash('sha256').update(file).digest('hex').slice(0, 8)}`;
  const cache = createCompileCache(PACKAGES, name);
  const kept = await cache.read();
  if (kept !== null) return kept;
  const startedAt = Date.now();
  const { compileModules } = await import('./compile.js');
  const { outputs, entry, packages, inputs } = await compileModules(file);
  return cache.write({ ...outputs, [START]: startText(entry, packages) }, inputs, startedAt);
}

/**
 * Node keeps the source map of each module that is imported once they are enabled: those of packages would take 13 MB of a worker.
 * @param {string} entry
 * @param {readonly string[]} packages
 */
function startText(entry, packages) {
  const imports = packages.map((name) => `import ${JSON.stringify(name)};\n`).join('');
  return `${imports}process.setSourceMapsEnabled(true);\nawait import(${JSON.stringify(`./${entry}`)});\n`;
}
