import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';

// Plain JavaScript, because a process that is to run without the TypeScript loader begins here.

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/**
 * The result of a compilation.
 * @typedef {{ code: string, packages: string[] }} Compiled `packages` are those that the code imports when it is loaded.
 */

/**
 * Compiles a TypeScript file of this project, with all that it imports from it, into one script for Node.
 * `module` leaves packages to be imported; `script` holds them too, and can be run from anywhere.
 * @param {string} file absolute path
 * @param {'module' | 'script'} kind
 * @returns {Promise<Compiled>}
 */
export function compileFile(file, kind) {
  // One after the other: the compiler is a process, which is ended after each use instead of being kept for good.
  const compiled = last.then(() => compile(file, kind).finally(() => esbuild.stop()));
  // Without the code, which would stay in memory.
  last = compiled.then(
    () => undefined,
    () => undefined,
  );
  return compiled;
}

/**
 * @param {string} file
 * @param {'module' | 'script'} kind
 * @returns {Promise<Compiled>}
 */
async function compile(file, kind) {
  const { outputFiles, metafile } = await esbuild.build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    ...(kind === 'script'
      ? { format: 'cjs', mainFields: ['module', 'main'], minifyWhitespace: true, legalComments: 'none' }
      : { format: 'esm', packages: 'external', sourcemap: 'inline', sourcesContent: false, sourceRoot: 'file:///' }),
    plugins: [ownUrls],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports.filter(({ external, kind }) => external === true && kind === 'import-statement');
  return { code: outputFiles[0]?.text ?? '', packages: [...new Set(packages.map(({ path }) => path))] };
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
