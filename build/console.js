import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Plain JavaScript, because the API of a clone imports it at run time.

/**
 * The console for browsers, and what it was made of.
 * @typedef {object} CompiledConsole
 * @property {Readonly<Record<string, string>>} outputs texts by file name
 * @property {readonly string[]} inputs absolute paths; folders end with a separator
 */

const COMPILER = fileURLToPath(new URL('./compile-console.js', import.meta.url));
const MAX_CONSOLE_BYTES = 16 * 1024 * 1024;

/**
 * Compiles the console into the files that the API serves. A process of its own does it, since Vite would leave 180 MB in the
 * API for good, and reads and sets NODE_ENV.
 * @returns {Promise<CompiledConsole>}
 */
export async function compileConsole() {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [COMPILER], {
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: MAX_CONSOLE_BYTES,
  });
  process.stderr.write(stderr);
  /** @type {unknown} */
  const compiled = JSON.parse(stdout);
  return /** @type {CompiledConsole} */ (compiled);
}
