import { once } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import { lowerThreadPriority } from './background-priority.ts';

/** Bytes that can be transferred between threads; null: there are no more. */
export type SentBytes = Uint8Array<ArrayBuffer> | null;

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

/** Callbacks for the events of a thread while it does one piece of work, and for the end of the signal of that work. */
export interface ThreadListeners<Message> {
  readonly onMessage: (message: Message) => void;
  readonly onError: (error: Error & { readonly code?: unknown }) => void;
  readonly onExit: () => void;
  readonly signal?: AbortSignal;
  readonly onAbort?: () => void;
}

/** Listens to a thread. @returns the function that stops listening */
export function listenToThread<Message>(thread: Worker, listeners: ThreadListeners<Message>): () => void {
  const { onMessage, onError, onExit, signal, onAbort = () => undefined } = listeners;
  thread.on('message', onMessage).on('error', onError).on('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    signal?.removeEventListener('abort', onAbort);
    thread.off('message', onMessage).off('error', onError).off('exit', onExit);
  };
}

/** The side of a thread: messages to and from the main thread, and calls that the main thread answers. */
export interface ThreadPort<Received, Sent, Answer> {
  send(message: Sent, transferred?: ArrayBuffer[]): void;
  onMessage(take: (message: Received) => void): void;
  /** Sends a message with an id of its own, or the one given. Resolves with what `answer` gets for the id. */
  call(
    message: (id: number) => Sent,
    options?: { readonly id?: number; readonly transferred?: ArrayBuffer[] },
  ): Promise<Answer>;
  answer(id: number, answer: Answer): void;
  refuse(id: number, reason: string): void;
}

/** Opens the port of a thread that `startThread` started, and lowers its priority. @throws Error on the main thread */
export function openThreadPort<Received, Sent, Answer = never>(): ThreadPort<Received, Sent, Answer> {
  const port = parentPort;
  if (port === null) throw new Error('This function must run in a thread.');
  lowerThreadPriority();
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let lastId = 0;
  const take = (id: number) => {
    const call = waiting.get(id);
    waiting.delete(id);
    return call;
  };
  return {
    send: (message, transferred = []) => port.postMessage(message, transferred),
    onMessage: (listener) => void port.on('message', listener),
    call: (message, { id = ++lastId, transferred = [] } = {}) => {
      const call = Promise.withResolvers<Answer>();
      waiting.set(id, call);
      port.postMessage(message(id), transferred);
      return call.promise;
    },
    answer: (id, answer) => take(id)?.resolve(answer),
    refuse: (id, reason) => take(id)?.reject(new Error(reason)),
  };
}

/** Reads the bytes that a call requests until there are no more. Prefetches: the next ones are requested before the current ones are read. */
export async function* prefetched(request: () => Promise<SentBytes>): AsyncGenerator<Buffer> {
  const requestNext = () => {
    const bytes = request();
    // If the work fails for another reason, no caller awaits this promise.
    bytes.catch(() => undefined);
    return bytes;
  };
  for (let next = requestNext(); ;) {
    const bytes = await next;
    if (bytes === null) return;
    next = requestNext();
    yield bufferOf(bytes);
  }
}

/** Returns a buffer of the same memory. */
export function bufferOf(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns bytes that share their memory with no other buffer, so that they can be transferred. */
export function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Buffer<ArrayBuffer>) : Uint8Array.from(bytes);
}
