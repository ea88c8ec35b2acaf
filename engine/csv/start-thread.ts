import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { modulePath } from '../platform/own-module.ts';

export const THREAD_FILE = modulePath('./range-thread', import.meta.url);

/** Rows are garbage as soon as they are read, and a thread holds a few blocks of its source: it needs no large heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };

/** Starts a thread that runs the module at an absolute path, and keeps no process alive. Resolves when it runs. */
export async function startThread(file: string, workerData: unknown): Promise<Worker> {
  const worker = new Worker(file, {
    workerData,
    // Without the flags of this process, which are for its other threads.
    execArgv: [],
    resourceLimits: HEAP_LIMITS,
  });
  worker.unref();
  // Without a listener a failure would end the process.
  worker.on('error', () => undefined);
  await once(worker, 'online');
  return worker;
}

/** Returns bytes that share their memory with no other buffer, so that they can be transferred. */
export function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Buffer<ArrayBuffer>) : Uint8Array.from(bytes);
}
