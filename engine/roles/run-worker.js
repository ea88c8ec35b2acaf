import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compileFile } from '../platform/compile.js';

// Runs the worker of a clone without the TypeScript loader, which would take a fifth of its memory, and names every function
// again each time it is made. It is compiled at each start, in a tenth of a second.

const WORKER = new URL('./worker-process.ts', import.meta.url);
/** Beside the packages that the worker imports. */
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/sluice', import.meta.url));
const READ_ONLY = new Set(['EACCES', 'EPERM', 'EROFS']);

const url = await compiledWorker();
process.setSourceMapsEnabled(true);
await import(url.href);

/** Where the worker can be imported from; where nothing may be written, that is the TypeScript itself. */
async function compiledWorker() {
  const { code, packages } = await compileFile(fileURLToPath(WORKER), 'module');
  // Source maps of packages would take 13 MB: Node keeps those of modules that are imported once they are enabled.
  for (const name of packages) await import(name);
  const path = join(CACHE, `worker-${createHash('sha256').update(code).digest('hex')}.mjs`);
  try {
    await mkdir(CACHE, { recursive: true });
    // Equal code has the same name, and the rename is atomic: workers may start at the same time.
    await writeFile(`${path}.${process.pid}`, code);
    await rename(`${path}.${process.pid}`, path);
    return pathToFileURL(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && READ_ONLY.has(String(error.code)))) throw error;
    const { register } = await import('tsx/esm/api');
    register();
    return WORKER;
  }
}
