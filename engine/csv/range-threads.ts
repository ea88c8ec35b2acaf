import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { compileFile } from '../compile.js';
import type { EncodedBatch } from './batch.ts';
import { encodeRange } from './encode-range.ts';
import type { RangeOrder, RangeTotals } from './encode-range.ts';
import { createLanes } from './lanes.ts';
import type { FromThread, ThreadRequest, ToThread } from './range-messages.ts';

/** A range to encode. */
export interface RangeWork {
  readonly order: RangeOrder;
  readonly source: AsyncIterable<Buffer>;
  /** How many bytes the source has. */
  readonly bytes: number;
  /** Resolves when another batch is wanted. */
  readonly take: (batch: EncodedBatch) => Promise<void>;
}

/** Threads that encode ranges, so that parsing takes more than one core and nobody else waits for it. */
export interface RangeThreads {
  /**
   * Encodes a range as encodeRange does; a small one at once and here, another one when a thread is free.
   * @throws the signal's reason, what `source` or `take` throws, or an Error when the thread fails
   */
  encode(work: RangeWork, signal: AbortSignal): Promise<RangeTotals>;
  /** Ends the threads, and with them what is under way. */
  close(): Promise<void>;
}

/** Up to this size parsing takes less time than a thread takes to start. */
const SMALL_BYTES = 262_144;

/** As many as keep two cores busy together with Postgres; a third only costs memory. */
const THREADS = 2;

/** Creates threads, each when it is needed for the first time. */
export function createRangeThreads(count = THREADS): RangeThreads {
  const lanes = createLanes(count);
  const threads = new Set<Worker>();
  const idle = new Set<Worker>();

  const start = async () => {
    const thread = await startThread();
    threads.add(thread);
    thread.once('exit', () => [threads, idle].forEach((set) => set.delete(thread)));
    return thread;
  };
  const encode = async (work: RangeWork, signal: AbortSignal) => {
    const [thread = await start()] = idle;
    idle.delete(thread);
    return encodeIn(thread, work, signal).finally(() => threads.has(thread) && idle.add(thread));
  };
  return {
    encode: (work, signal) =>
      work.bytes > SMALL_BYTES
        ? lanes.run(() => encode(work, signal), signal)
        : encodeRange(work.source, work.order, work.take, signal),
    close: async () => void (await Promise.all([...threads].map((thread) => thread.terminate()))),
  };
}

const THREAD_FILE = fileURLToPath(new URL('./range-thread.ts', import.meta.url));

/** Rows are garbage as soon as they are encoded, and a thread holds a few pieces of its range: it needs no large heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };

let code: Promise<string> | undefined;

async function startThread(): Promise<Worker> {
  code ??= compileFile(THREAD_FILE, 'script');
  const thread = new Worker(await code, {
    eval: true,
    // Without the flags of this process, which may load a TypeScript loader.
    execArgv: [],
    resourceLimits: HEAP_LIMITS,
  });
  // An idle thread keeps no process alive; without a listener its failure would end the process.
  thread.unref();
  thread.on('error', () => undefined);
  await once(thread, 'online');
  return thread;
}

async function encodeIn(thread: Worker, work: RangeWork, signal: AbortSignal): Promise<RangeTotals> {
  const bytes = work.source[Symbol.asyncIterator]();
  let trouble: unknown;

  const serve = async (request: ThreadRequest): Promise<Uint8Array<ArrayBuffer> | null> => {
    signal.throwIfAborted();
    if (request.kind === 'batch') return work.take(request.batch).then(() => null);
    const next = await bytes.next();
    return next.done === true ? null : ownBytes(next.value);
  };
  const answer = async (request: ThreadRequest & { readonly id: number }) => {
    const { id } = request;
    try {
      if (trouble !== undefined) return post(thread, { kind: 'refusal', id });
      const answered = await serve(request);
      post(thread, { kind: 'answer', id, bytes: answered }, answered === null ? [] : [answered.buffer]);
    } catch (error) {
      trouble ??= error;
      post(thread, { kind: 'refusal', id });
    }
  };

  const { promise, resolve, reject } = deferred<RangeTotals>();
  const onMessage = (message: FromThread) => {
    if (message.kind === 'done') resolve(message.totals);
    else if (message.kind === 'failed') reject(trouble ?? new Error(message.message));
    else void answer(message);
  };
  const onExit = () => reject(trouble ?? new Error('The thread that parsed a range has ended.'));
  thread.on('message', onMessage).on('error', reject).on('exit', onExit);
  try {
    post(thread, { kind: 'order', order: work.order });
    return await promise;
  } finally {
    thread.off('message', onMessage).off('error', reject).off('exit', onExit);
    await bytes.return?.();
  }
}

function post(thread: Worker, message: ToThread, transferred: ArrayBuffer[] = []): void {
  thread.postMessage(message, transferred);
}

/** Bytes that share their memory with nobody, so that they can be handed over. */
function ownBytes(bytes: Buffer): Uint8Array<ArrayBuffer> {
  const isWhole = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
  return isWhole ? (bytes as Buffer<ArrayBuffer>) : Uint8Array.from(bytes);
}

function deferred<Result>() {
  let resolve: (result: Result) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Result>((...both) => ([resolve, reject] = both));
  return { promise, resolve, reject };
}
