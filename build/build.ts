import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import { bundleFile, makeBundle } from '../engine/roles/workflow-bundle.ts';
import type { BundleKind } from '../engine/roles/workflow-bundle.ts';
import { compileConsole } from './console.js';

// `npm run build`: makes dist/, which the package holds: the project in JavaScript, in the same folders, and the types of the
// client; the workflows in one file; the console; and the files that are read at run time.

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PROJECT, 'dist');

const FILES = ['engine/db/migrations', 'engine/cli/demo-subscribers.csv', 'docs/fixtures.json'];

const FOLDERS = ['api', 'client', 'engine', 'machines', 'workflows'];

/** It bundles TypeScript, which only a clone has. */
const CLONE_ONLY = 'roles/bundle-workflows.ts';

const BUNDLES: readonly BundleKind[] = [
  { traced: false, encrypted: false },
  { traced: true, encrypted: false },
  { traced: false, encrypted: true },
  { traced: true, encrypted: true },
];

async function build(): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  // Before the others, which end the compiler's process with each script that they compile.
  await compileProject();
  await Promise.all([declareClient(), ...BUNDLES.map(bundle), writeConsole(), ...FILES.map(copy)]);
}

/** Each file by itself, into JavaScript; `npm run typecheck` checks the types. */
async function compileProject(): Promise<void> {
  const found = await Promise.all(FOLDERS.map((folder) => readdir(join(PROJECT, folder), { recursive: true })));
  const files = found.flatMap((names, nth) => names.map((name) => join(FOLDERS[nth] ?? '', name)));
  await esbuild.build({
    absWorkingDir: PROJECT,
    entryPoints: files.filter((file) => /\.[jt]s$/.test(file) && !file.endsWith(CLONE_ONLY)),
    outdir: DIST,
    outbase: PROJECT,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    plugins: [javaScriptImports],
  });
}

/** Imports name the files as they are in the clone, in TypeScript. */
const javaScriptImports: esbuild.Plugin = {
  name: 'javascript-imports',
  setup: (build) => {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replaceAll(/((?:from|import) |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'"), loader: 'ts' };
    });
  },
};

async function declareClient(): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '--project', join(PROJECT, 'tsconfig.build.json')]);
}

async function bundle(kind: BundleKind): Promise<void> {
  const { code } = await makeBundle(kind);
  await write(join('engine/roles', bundleFile(kind)), code);
}

async function writeConsole(): Promise<void> {
  const { outputs } = await compileConsole();
  await Promise.all(Object.entries(outputs).map(([name, text]) => write(join('console', name), text)));
}

async function copy(path: string): Promise<void> {
  await cp(join(PROJECT, path), join(DIST, path), { recursive: true });
}

async function write(path: string, text: string): Promise<void> {
  const file = join(DIST, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

await build().catch((error: unknown) => {
  // The compiler writes what is wrong to stdout.
  const { stdout = '' } = error as { readonly stdout?: string };
  process.stderr.write(`${stdout}${String(error)}\n`);
  process.exitCode = 1;
});
