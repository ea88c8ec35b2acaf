import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

// Plain JavaScript, because a process that is to run without the TypeScript loader starts here.

/** Beside the packages that compiled scripts import. */
const CACHE = fileURLToPath(new URL('../node_modules/.cache/sluice', import.meta.url));

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Compiles a TypeScript file of this project with all it imports from it into one file that Node runs by itself, in
 * some 50 ms. Equal code gets the same name, so processes may do so side by side.
 * @param {string} file absolute path
 * @returns {Promise<URL>} where the compiled file is
 */
export function compileScript(file) {
  // One after the other: the compiler is a process, which is ended after each use and not left in memory.
  const compiled = last.then(() => compile(file).finally(() => esbuild.stop()));
  last = compiled.catch(() => undefined);
  return compiled;
}

/** @param {string} file */
async function compile(file) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'inline',
    sourcesContent: false,
    sourceRoot: pathToFileURL('/').href,
    plugins: [ownUrls],
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const path = join(CACHE, `${basename(file, '.ts')}-${createHash('sha256').update(code).digest('hex')}.mjs`);
  await writeWhole(path, code);
  return pathToFileURL(path);
}

/**
 * Each module keeps its own address, by which it finds the files beside it.
 * @type {esbuild.Plugin}
 */
const ownUrls = {
  name: 'own-urls',
  setup: (build) => {
    build.onLoad({ filter: /\.[tj]s$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

/**
 * Nobody ever reads half of the file.
 * @param {string} path
 * @param {Uint8Array} code
 */
async function writeWhole(path, code) {
  await mkdir(CACHE, { recursive: true });
  const partial = `${path}.${process.pid}`;
  await writeFile(partial, code);
  await rename(partial, path);
}
