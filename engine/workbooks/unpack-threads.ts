import type { Worker } from 'node:worker_threads';
import { modulePath } from '../platform/own-module.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import { bufferOf, listenToThread, ownBytes, startThread } from '../platform/threads.ts';
import { UnreadablePacked } from './errors.ts';
import type { RandomFile } from './random-file.ts';
import type { UnpackOptions, Unpacked } from './unpack.ts';
import type { FromUnpackThread, ToUnpackThread, UnpackWork } from './unpack-messages.ts';

/** Threads that unpack archives and workbooks, so that their XML is not read on the main thread. */
export interface UnpackThreads {
  /**
   * Unpacks a file as unpack does, when a thread is free, and has `use` read the content; what that leaves unread is not unpacked.
   * The thread ends with it. An owner has one thread at a time, and the owners whose files wait have turns.
   * @throws UnreadablePacked, the signal's reason, and what `file` and `use` throw
   */
  unpack<Result>(
    file: RandomFile,
    options: UnpackOptions & { readonly owner: number },
    use: (unpacked: Unpacked) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result>;
}

export interface UnpackThreadSettings {
  /** Number of files that are unpacked at the same time. */
  readonly count?: number;
  /** The module that the threads run. */
  readonly file?: string;
}

const THREAD_FILE = modulePath('./unpack-thread', import.meta.url);

/** Creates threads that each unpack one file, so that a hostile one takes nothing along. */
export function createUnpackThreads({
  count = BOUNDS.unpackThreads.max,
  file: threadPath = THREAD_FILE,
}: UnpackThreadSettings = {}): UnpackThreads {
  const queue = createFairQueue({ slots: count, slotsPerKey: 1 });

  const unpackIn: UnpackThreads['unpack'] = async (file, options, use, signal) => {
    const work: UnpackWork = { bytes: file.bytes, options };
    const thread = await startThread(threadPath, work);
    try {
      return await useThread(thread, file, use, signal);
    } finally {
      await thread.terminate();
    }
  };
  return {
    unpack: (file, options, use, signal) =>
      queue.run(options.owner, () => unpackIn(file, options, use, signal), { signal }),
  };
}

const TOO_MUCH = 'The ZIP archive or workbook takes too much memory to read.';

async function useThread<Result>(
  thread: Worker,
  file: RandomFile,
  use: (unpacked: Unpacked) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const post = (message: ToUnpackThread, transferred: ArrayBuffer[] = []) => thread.postMessage(message, transferred);
  const messages: FromUnpackThread[] = [];
  let failure: Error | undefined;
  let wake = (): void => undefined;

  const fail = (error: unknown) => {
    failure ??= error instanceof Error ? error : new Error('The file could not be read.');
    wake();
  };
  const serve = async ({ id, start, end }: FromUnpackThread & { kind: 'read' }) => {
    try {
      const owned = ownBytes(await file.read(start, end));
      post({ kind: 'bytes', id, bytes: owned }, [owned.buffer]);
    } catch (error) {
      fail(error);
    }
  };
  const onMessage = (message: FromUnpackThread) => {
    if (message.kind === 'read') return void serve(message);
    messages.push(message);
    wake();
  };
  const onError = (error: Error & { readonly code?: unknown }) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadablePacked(TOO_MUCH, { cause: error }) : error);
  const onExit = () => fail(new Error('The thread that unpacked a file has ended.'));
  const onAbort = () => fail(signal.reason);
  const next = async (): Promise<FromUnpackThread> => {
    for (;;) {
      if (failure !== undefined) throw failure;
      const message = messages.shift();
      if (message?.kind === 'failed') throw failureOf(message);
      if (message !== undefined) return message;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
  async function* content(): AsyncGenerator<Buffer, void, void> {
    for (;;) {
      post({ kind: 'next' });
      const message = await next();
      if (message.kind !== 'block') return;
      yield bufferOf(message.bytes);
    }
  }

  const stop = listenToThread(thread, { onMessage, onError, onExit, signal, onAbort });
  try {
    signal.throwIfAborted();
    const opened = await next();
    const { workbook, entry } = opened.kind === 'opened' ? opened : { workbook: null, entry: null };
    return await use({ workbook, entry, content: content() });
  } finally {
    stop();
  }
}

function failureOf({ isOfFile, message }: FromUnpackThread & { kind: 'failed' }): Error {
  return isOfFile ? new UnreadablePacked(message) : new Error(`Unpacking failed: ${message}`);
}
