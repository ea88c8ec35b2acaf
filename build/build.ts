import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileScript } from '../engine/platform/compile.js';
import { bundleFile, makeBundle } from '../engine/roles/workflow-bundle.ts';
import type { BundleKind } from '../engine/roles/workflow-bundle.ts';

// `npm run build`: makes dist/, which the package holds: the project in JavaScript with its types, in the same folders; the
// workflows and the thread that parses rows, each in one file; and the files that are read at run time.

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DIST = join(PROJECT, 'dist');

const FILES = ['engine/db/migrations', 'engine/cli/demo-subscribers.csv', 'docs/fixtures.json'];

/** They run TypeScript, which only a clone has, and need packages that the package does not have. */
const CLONE_ONLY = ['compile', 'typescript', 'run-typescript'].flatMap((name) =>
  ['.js', '.d.ts'].map((extension) => `engine/platform/${name}${extension}`),
);

const BUNDLES: readonly BundleKind[] = [
  { traced: false, encrypted: false },
  { traced: true, encrypted: false },
  { traced: false, encrypted: true },
  { traced: true, encrypted: true },
];

async function build(): Promise<void> {
  await rm(DIST, { recursive: true, force: true });
  await Promise.all([compileProject(), ...BUNDLES.map(bundle), compileThread(), ...FILES.map(copy)]);
  await Promise.all(CLONE_ONLY.map((file) => rm(join(DIST, file))));
}

async function compileProject(): Promise<void> {
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '--project', join(PROJECT, 'tsconfig.build.json')]);
}

async function bundle(kind: BundleKind): Promise<void> {
  const { code } = await makeBundle(kind);
  await write(join('engine/roles', bundleFile(kind)), code);
}

async function compileThread(): Promise<void> {
  const { code } = await compileScript(join(PROJECT, 'engine/csv/range-thread.ts'));
  await write('engine/csv/range-thread.cjs', code);
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
