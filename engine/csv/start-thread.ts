import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as Compiler from '../platform/compile.js';
import { isTypeScript } from '../platform/own-module.ts';

/**
 * Path of the entry point of threads, given without its extension and relative to the module at the URL `from`. The package
 * holds it as one script, compiled when it was built.
 */
export function threadFile(path: string, from: string): string {
  return fileURLToPath(new URL(`${path}${isTypeScript(from) ? '.ts' : '.cjs'}`, from));
}

export const THREAD_FILE = threadFile('./range-thread', import.meta.url);

/** Rows are garbage as soon as they are read, and a thread holds a few blocks of its source: it needs no large heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };

/** Starts a thread that runs a module, which keeps no process alive, and resolves when it runs. */
export async function startThread(file: string, workerData: unknown): Promise<Worker> {
  const script = scripts.get(file) ?? toScript(file);
  scripts.set(file, script);
  const { text, eval: isText } = await script;
  const worker = new Worker(text, {
    eval: isText,
    workerData,
    // Without the flags of this process, which may load a TypeScript loader.
    execArgv: [],
    resourceLimits: HEAP_LIMITS,
  });
  worker.unref();
  // Without a listener a failure would end the process.
  worker.on('error', () => undefined);
  await once(worker, 'online');
  return worker;
}

/** A script by its code (`eval`), or by its path. */
interface Script {
  readonly text: string;
  readonly eval: boolean;
}

const scripts = new Map<string, Promise<Script>>();

async function toScript(file: string): Promise<Script> {
  if (!file.endsWith('.ts')) return { text: file, eval: false };
  // By its address, because the package does not have it.
  const compiler = (await import(new URL('../platform/compile.js', import.meta.url).href)) as typeof Compiler;
  return { text: (await compiler.compileScript(file)).code, eval: true };
}

/** Returns bytes that share their memory with no other buffer, so that they can be transferred. */
export function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Buffer<ArrayBuffer>) : Uint8Array.from(bytes);
}
