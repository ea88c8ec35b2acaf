import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type * as Compiler from '../platform/compile.js';
import { isTypeScript } from '../platform/own-module.ts';
import type { EncodedBatch } from './batch.ts';
import { encodeRange } from './encode-range.ts';
import type { RangeRequest, RangeTotals } from './encode-range.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { createConcurrencyLimit } from '../platform/concurrency-limit.ts';
import type { FromThread, ThreadRequest, ToThread } from './range-messages.ts';
import { createProgressMemory, watchProgress } from './row-progress.ts';

/** A range to encode. */
export interface RangeWork {
  readonly request: RangeRequest;
  readonly source: AsyncIterable<Buffer>;
  /** Size of the source in bytes. */
  readonly bytes: number;
  /** Whether it goes before the ranges that wait for a thread. */
  readonly goesFirst?: boolean;
  /** Stores a batch; resolves when the next one may be passed. */
  readonly take: (batch: EncodedBatch) => Promise<void>;
}

/** Threads that encode ranges, so that parsing uses more than one core and does not block the main thread. */
export interface RangeThreads {
  /**
   * Encodes a range as encodeRange does: a small one inline, others when a thread is free. Terminates a thread that
   * ignores the signal or takes too long for one row.
   * @throws the signal's reason, RowTooSlow, what `source` or `take` throws, or an Error when the thread fails
   */
  encode(work: RangeWork, signal: AbortSignal): Promise<RangeTotals>;
  /** Terminates the threads and the ranges they encode. */
  close(): Promise<void>;
}

/** Parsing a range of up to this size takes less time than starting a thread, whatever its rows contain. */
const SMALL_BYTES = 65_536;

/** A thread that makes progress reacts to the signal within this time. */
const ABORT_GRACE_MS = 500;

/** Two threads and Postgres keep two cores busy; a third thread only costs memory. */
const THREADS = 2;

/** A row, or one of a batch (null), took longer than the limit for a row. */
export class RowTooSlow extends Error {
  readonly row: number | null;

  constructor(row: number | null) {
    super('A row took too long to read.');
    this.row = row;
  }
}

interface RangeThread {
  readonly worker: Worker;
  readonly progress: SharedArrayBuffer;
}

export interface RangeThreadSettings {
  readonly rowTimeMs?: number;
  /** The module that the threads run. */
  readonly file?: string;
}

/** Creates a pool of threads, each started when it is first needed. */
export function createRangeThreads(
  count = THREADS,
  { rowTimeMs = BOUNDS.importRowTime.max, file = THREAD_FILE }: RangeThreadSettings = {},
): RangeThreads {
  const limit = createConcurrencyLimit(count);
  const threads = new Set<RangeThread>();
  const idle = new Set<RangeThread>();

  const start = async () => {
    const thread = await startThread(await scriptOf(file));
    threads.add(thread);
    thread.worker.once('exit', () => [threads, idle].forEach((set) => set.delete(thread)));
    return thread;
  };
  const encode = async (work: RangeWork, signal: AbortSignal) => {
    const [thread = await start()] = idle;
    idle.delete(thread);
    return encodeIn(thread, work, { signal, rowTimeMs }).finally(() => threads.has(thread) && idle.add(thread));
  };
  return {
    encode: (work, signal) =>
      work.bytes > SMALL_BYTES
        ? limit.run(() => encode(work, signal), signal, work)
        : encodeRange(work.source, work.request, work.take, { signal }),
    close: async () => void (await Promise.all([...threads].map(({ worker }) => worker.terminate()))),
  };
}

/** The package holds the thread as one script, compiled when it was built. */
const THREAD_FILE = fileURLToPath(
  new URL(isTypeScript(import.meta.url) ? './range-thread.ts' : './range-thread.cjs', import.meta.url),
);

/** Rows are garbage as soon as they are encoded, and a thread holds a few blocks of its range: it needs no large heap. */
const HEAP_LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 64 };

/** A script by its code (`eval`), or by its path. */
interface Script {
  readonly text: string;
  readonly eval: boolean;
}

const scripts = new Map<string, Promise<Script>>();

function scriptOf(file: string): Promise<Script> {
  const script = scripts.get(file) ?? toScript(file);
  scripts.set(file, script);
  return script;
}

async function toScript(file: string): Promise<Script> {
  if (!file.endsWith('.ts')) return { text: file, eval: false };
  // By its address, because the package does not have it.
  const compiler = (await import(new URL('../platform/compile.js', import.meta.url).href)) as typeof Compiler;
  return { text: (await compiler.compileScript(file)).code, eval: true };
}

async function startThread(script: Script): Promise<RangeThread> {
  const progress = createProgressMemory();
  const worker = new Worker(script.text, {
    eval: script.eval,
    workerData: progress,
    // Without the flags of this process, which may load a TypeScript loader.
    execArgv: [],
    resourceLimits: HEAP_LIMITS,
  });
  // An idle thread keeps no process alive; without a listener its failure would end the process.
  worker.unref();
  worker.on('error', () => undefined);
  await once(worker, 'online');
  return { worker, progress };
}

async function encodeIn(
  { worker: thread, progress }: RangeThread,
  work: RangeWork,
  { signal, rowTimeMs }: { signal: AbortSignal; rowTimeMs: number },
): Promise<RangeTotals> {
  const bytes = work.source[Symbol.asyncIterator]();
  let failure: unknown;

  const serve = async (request: ThreadRequest): Promise<Uint8Array<ArrayBuffer> | null> => {
    signal.throwIfAborted();
    if (request.kind === 'batch') return work.take(request.batch).then(() => null);
    const next = await bytes.next();
    return next.done === true ? null : ownBytes(next.value);
  };
  const answer = async (request: ThreadRequest & { readonly id: number }) => {
    const { id } = request;
    try {
      if (failure !== undefined) return post(thread, { kind: 'refusal', id });
      const answered = await serve(request);
      post(thread, { kind: 'answer', id, bytes: answered }, answered === null ? [] : [answered.buffer]);
    } catch (error) {
      failure ??= error;
      post(thread, { kind: 'refusal', id });
    }
  };

  const recordFailure = (reason: unknown) => {
    failure ??= reason;
  };
  const end = () => void thread.terminate();
  const endWatch = watchProgress(progress, rowTimeMs, ({ row, isKnown }) => {
    // After the first slow row of a range, all others are parsed one by one.
    recordFailure(new RowTooSlow(isKnown || work.request.slowRows !== undefined ? row : null));
    end();
  });
  let abortTimer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    recordFailure(signal.reason);
    abortTimer = setTimeout(end, ABORT_GRACE_MS);
  };
  const { promise, resolve, reject } = deferred<RangeTotals>();
  const onMessage = (message: FromThread) => {
    if (message.kind === 'done') resolve(message.totals);
    else if (message.kind === 'failed') reject(failure ?? new Error(message.message));
    else void answer(message);
  };
  const onExit = () => reject(failure ?? new Error('The thread that parsed a range has ended.'));
  thread.on('message', onMessage).on('error', reject).on('exit', onExit);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    post(thread, { kind: 'encode', request: work.request });
    return await promise;
  } finally {
    endWatch();
    clearTimeout(abortTimer);
    signal.removeEventListener('abort', onAbort);
    thread.off('message', onMessage).off('error', reject).off('exit', onExit);
    await bytes.return?.();
  }
}

function post(thread: Worker, message: ToThread, transferred: ArrayBuffer[] = []): void {
  thread.postMessage(message, transferred);
}

/** Returns bytes that share their memory with no other buffer, so that they can be transferred. */
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
