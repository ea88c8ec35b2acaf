import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

// Plain JavaScript, because a process that is to run without the TypeScript loader begins here.

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * Compiles a TypeScript file of this project, with all that it imports from it and from packages, into one script for Node,
 * which can be run from anywhere.
 * @param {string} file absolute path
 * @returns {Promise<{ readonly code: string, readonly inputs: readonly string[] }>} `inputs` are absolute paths of what it was made of
 */
export async function compileScript(file) {
  const { outputFiles, metafile } = await inTurn(() =>
    esbuild.build({
      ...COMMON,
      plugins: [ownUrls],
      entryPoints: [file],
      format: 'cjs',
      mainFields: ['module', 'main'],
      minifyWhitespace: true,
      legalComments: 'none',
    }),
  );
  return { code: outputFiles[0]?.text ?? '', inputs: inputsOf(metafile) };
}

/**
 * Compiles a TypeScript file of this project, with all that it imports from it, into modules for Node: one, and one more for
 * each part that is imported later. Packages are left to be imported.
 * @param {string} file absolute path
 * @returns {Promise<{
 *   readonly outputs: Readonly<Record<string, string>>,
 *   readonly entry: string,
 *   readonly packages: readonly string[],
 *   readonly inputs: readonly string[],
 * }>} `outputs` are texts by file name, `entry` names the file to import, `packages` are those that it imports when it is loaded
 */
export async function compileModules(file) {
  const { outputFiles, metafile } = await inTurn(() =>
    esbuild.build({
      ...COMMON,
      plugins: [ownUrls],
      entryPoints: [file],
      outdir: OUT,
      format: 'esm',
      splitting: true,
      entryNames: 'entry',
      chunkNames: '[name]-[hash]',
      outExtension: { '.js': '.mjs' },
      packages: 'external',
      sourcemap: 'inline',
      sourcesContent: false,
      sourceRoot: 'file:///',
    }),
  );
  const outputs = Object.fromEntries(outputFiles.map(({ path, text }) => [basename(path), text]));
  return { outputs, entry: ENTRY, packages: packagesOf(metafile), inputs: inputsOf(metafile) };
}

/** Nothing is written there: it gives the outputs their paths. */
const OUT = resolve('/out');
const ENTRY = 'entry.mjs';

/**
 * Runs one compilation after the other: the compiler is a process, which is ended after each use instead of being kept for good.
 * @template T
 * @param {() => Promise<T>} compile
 * @returns {Promise<T>}
 */
function inTurn(compile) {
  const compiled = last.then(() => compile().finally(() => esbuild.stop()));
  // Without the code, which would stay in memory.
  last = compiled.then(
    () => undefined,
    () => undefined,
  );
  return compiled;
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** @param {esbuild.Metafile} metafile */
function inputsOf(metafile) {
  return Object.keys(metafile.inputs).map((path) => resolve(PROJECT, path));
}

/**
 * The packages that the entry and what it needs at once import. Parts that are imported later may have more.
 * @param {esbuild.Metafile} metafile
 */
function packagesOf(metafile) {
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  /** @type {Set<string>} */
  const packages = new Set();
  const needed = [ENTRY];
  for (const name of needed) {
    for (const { path, kind, external } of outputs.get(name)?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external === true) packages.add(path);
      else if (!needed.includes(basename(path))) needed.push(basename(path));
    }
  }
  return [...packages];
}

/**
 * Keeps the `import.meta.url` of each module, by which it finds files next to it.
 * @type {esbuild.Plugin}
 */
const ownUrls = {
  name: 'own-urls',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts' };
    });
  },
};

const COMMON = /** @type {const} */ ({
  absWorkingDir: PROJECT,
  bundle: true,
  platform: 'node',
  target: 'node20',
  write: false,
  metafile: true,
});
