import type { Worker } from 'node:worker_threads';
import type { Scan } from './scan.ts';
import type { FromScanThread, ToScanThread } from './scan-messages.ts';
import { SCANS } from './scan-messages.ts';
import type { FileFormat } from './splitter.ts';
import { listenToThread, ownBytes, startThread } from '../platform/threads.ts';
import { THREAD_FILE } from './thread-file.ts';

/** A source to scan. */
export interface ScanWork {
  readonly source: AsyncIterable<Buffer>;
  readonly format: FileFormat;
  readonly rangeBytes: number;
}

/** A thread that scans large sources, so that they do not fill the main thread. It runs only while there are any. */
export interface ScanThread {
  /**
   * Scans a source as scanSource does. Sources that are scanned at the same time have turns, a block each.
   * @throws the signal's reason, what `source` throws, or an Error when the thread fails
   */
  scan(work: ScanWork, signal: AbortSignal): Promise<Scan>;
  /** Terminates the thread and the scans. */
  close(): Promise<void>;
}

export function createScanThread(): ScanThread {
  let thread: Promise<Worker> | null = null;
  let scans = 0;
  let lastId = 0;

  const start = () => {
    const started = startThread(THREAD_FILE, SCANS);
    const forget = () => {
      if (thread === started) thread = null;
    };
    started.then((worker) => worker.setMaxListeners(0).once('exit', forget), forget);
    return started;
  };
  const close = async () => {
    const open = thread;
    thread = null;
    await (await open?.catch(() => null))?.terminate();
  };
  return {
    scan: async (work, signal) => {
      scans++;
      try {
        return await scanIn(await (thread ??= start()), ++lastId, work, signal);
      } finally {
        if (--scans === 0) void close();
      }
    },
    close,
  };
}

async function scanIn(thread: Worker, id: number, work: ScanWork, signal: AbortSignal): Promise<Scan> {
  const { format, rangeBytes } = work;
  const bytes = work.source[Symbol.asyncIterator]();
  const post = (message: ToScanThread, transferred: ArrayBuffer[] = []) => thread.postMessage(message, transferred);
  const { promise, resolve, reject } = Promise.withResolvers<Scan>();

  const feed = async () => {
    try {
      const next = await bytes.next();
      if (next.done === true) return post({ kind: 'bytes', scan: id, bytes: null });
      const owned = ownBytes(next.value);
      post({ kind: 'bytes', scan: id, bytes: owned }, [owned.buffer]);
    } catch (error) {
      reject(error);
    }
  };
  const onMessage = (message: FromScanThread) => {
    if (message.scan !== id) return;
    if (message.kind === 'next') void feed();
    else if (message.kind === 'failed') reject(new Error(message.message));
    else resolve({ ...message.result, sample: Buffer.from(message.result.sample) });
  };
  const onExit = () => reject(new Error('The thread that scanned a source has ended.'));
  const onAbort = () => reject(signal.reason);
  const stop = listenToThread(thread, { onMessage, onError: reject, onExit, signal, onAbort });
  try {
    signal.throwIfAborted();
    post({ kind: 'begin', scan: id, format, rangeBytes });
    return await promise;
  } finally {
    stop();
    post({ kind: 'give_up', scan: id });
    await bytes.return?.();
  }
}
