import type { Worker } from 'node:worker_threads';
import type { EncodedSlice } from './encoded-slice.ts';
import { encodeRange } from './encode-range.ts';
import type { RangeRequest, RangeTotals } from './encode-range.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { createFairQueue } from '../platform/fair-queue.ts';
import type { FromThread, ThreadRequest, ToThread } from './range-messages.ts';
import { createProgressMemory, watchProgress } from './row-progress.ts';
import { createScanThread } from './scan-thread.ts';
import type { ScanThread } from './scan-thread.ts';
import { listenToThread, ownBytes, startThread } from '../platform/threads.ts';
import { THREAD_FILE } from './thread-file.ts';

/** A range to encode. */
export interface RangeWork {
  readonly request: RangeRequest;
  readonly source: AsyncIterable<Buffer>;
  /** Size of the source in bytes. */
  readonly bytes: number;
  /** The organization. Ranges that wait for a thread are taken from each in turn. */
  readonly owner: number;
  /** Whether it goes before large ranges that wait (fair-queue.ts). */
  readonly goesFirst?: boolean;
  /** Stores a slice; resolves when the next one may be passed. */
  readonly take: (slice: EncodedSlice) => Promise<void>;
}

/** Threads that encode ranges and scan sources, so that parsing uses more than one core and does not block the main thread. */
export interface RangeThreads extends Pick<ScanThread, 'scan'> {
  /**
   * Encodes a range as encodeRange does: a small one inline, others when a thread is free. Terminates a thread that
   * ignores the signal or takes too long for one row.
   * @throws the signal's reason, RowTooSlow, what `source` or `take` throws, or an Error when the thread fails
   */
  encode(work: RangeWork, signal: AbortSignal): Promise<RangeTotals>;
  /** Terminates the threads, with the ranges and sources that they read. */
  close(): Promise<void>;
}

/** Parsing a range of up to this size takes less time than starting a thread, whatever its rows contain. */
const SMALL_BYTES = 65_536;

/** A thread that makes progress reacts to the signal within this time. */
const ABORT_GRACE_MS = 500;

/** Two threads and Postgres keep two cores busy; a third thread only costs memory. */
export const RANGE_THREADS = 2;

/** A row, or one of a slice (null), took longer than the limit for a row. */
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
  count = RANGE_THREADS,
  { rowTimeMs = BOUNDS.importRowTime.max, file = THREAD_FILE }: RangeThreadSettings = {},
): RangeThreads {
  const queue = createFairQueue({ slots: count });
  const scans = createScanThread();
  const threads = new Set<RangeThread>();
  const idle = new Set<RangeThread>();

  const start = async () => {
    const thread = await startRangeThread(file);
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
        ? queue.run(work.owner, () => encode(work, signal), { signal, goesFirst: work.goesFirst })
        : encodeRange(work.source, work.request, work.take, { signal }),
    scan: (work, signal) => scans.scan(work, signal),
    close: async () => {
      await Promise.all([scans.close(), ...[...threads].map(({ worker }) => worker.terminate())]);
    },
  };
}

async function startRangeThread(file: string): Promise<RangeThread> {
  const progress = createProgressMemory();
  return { worker: await startThread(file, progress), progress };
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
    if (request.kind === 'slice') return work.take(request.slice).then(() => null);
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
  const { promise, resolve, reject } = Promise.withResolvers<RangeTotals>();
  const onMessage = (message: FromThread) => {
    if (message.kind === 'done') resolve(message.totals);
    else if (message.kind === 'failed') reject(failure ?? new Error(message.message));
    else void answer(message);
  };
  const onExit = () => reject(failure ?? new Error('The thread that parsed a range has ended.'));
  const stop = listenToThread(thread, { onMessage, onError: reject, onExit, signal, onAbort });
  try {
    signal.throwIfAborted();
    post(thread, { kind: 'encode', request: work.request });
    return await promise;
  } finally {
    endWatch();
    clearTimeout(abortTimer);
    stop();
    await bytes.return?.();
  }
}

function post(thread: Worker, message: ToThread, transferred: ArrayBuffer[] = []): void {
  thread.postMessage(message, transferred);
}
