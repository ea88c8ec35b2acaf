import type { Worker } from 'node:worker_threads';
import { modulePath } from '../platform/own-module.ts';
import { BOUNDS } from '../domain/bounds.ts';
import { ValidationFailed } from '../platform/errors.ts';
import { listenToThread, startThread } from '../platform/threads.ts';
import type { FromAnalysisThread, ToAnalysisThread } from './analysis-messages.ts';
import type { AnalysisContext, SourceAnalysis } from './analyze-source.ts';
import type { SourceHead } from './source-head.ts';

/** Threads that analyze sources, so that an analysis does not block the main thread. */
export interface AnalysisThreads {
  /**
   * Analyzes a source as analyzeSource does, in an idle thread or a new one: the caller limits how many there are.
   * @throws ValidationFailed when it takes too much time or memory; an Error when the thread fails
   */
  analyze(head: SourceHead, context: AnalysisContext): Promise<SourceAnalysis>;
  /** Terminates the threads, with the analyses that they make. */
  close(): Promise<void>;
}

export interface AnalysisThreadSettings {
  /** Milliseconds after which an analysis is ended. */
  readonly limitMs?: number;
  /** Milliseconds that a thread is kept without work: it takes 12 MiB, and a new one 45 ms of a processor (measured). */
  readonly idleMs?: number;
  /** The module that the threads run. */
  readonly file?: string;
}

/** Creates threads as they are needed, and ends those that are idle. */
export function createAnalysisThreads({
  limitMs = BOUNDS.analysisWork.max,
  idleMs = IDLE_MS,
  file = THREAD_FILE,
}: AnalysisThreadSettings = {}): AnalysisThreads {
  const threads = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();

  const start = async () => {
    const thread = await startThread(file, null);
    threads.add(thread);
    thread.once('exit', () => {
      threads.delete(thread);
      clearTimeout(idle.get(thread));
      idle.delete(thread);
    });
    return thread;
  };
  const takeIdle = () => {
    const [[thread, timer] = []] = idle;
    if (thread === undefined) return null;
    clearTimeout(timer);
    idle.delete(thread);
    return thread;
  };
  const rest = (thread: Worker) => {
    if (!threads.has(thread)) return;
    const end = () => {
      idle.delete(thread);
      void thread.terminate();
    };
    idle.set(thread, setTimeout(end, idleMs).unref());
  };
  return {
    analyze: async (head, context) => {
      const thread = takeIdle() ?? (await start());
      return analyzeIn(thread, head, context, limitMs).finally(() => rest(thread));
    },
    close: async () => {
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

const THREAD_FILE = modulePath('./analysis-thread', import.meta.url);
const IDLE_MS = 10_000;

const TOO_MUCH =
  'file_source: the beginning of the source takes too much time or memory to analyze: send the column_mapping and the file_format';

/** Fails when the thread has ended, not before, so that it is used for nothing else. */
async function analyzeIn(
  thread: Worker,
  { bytes, ...facts }: SourceHead,
  context: AnalysisContext,
  limitMs: number,
): Promise<SourceAnalysis> {
  let failure: Error = new Error('The thread that analyzed a source has ended.');
  const onError = (error: Error & { readonly code?: unknown }) => {
    failure = error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ValidationFailed(TOO_MUCH, { cause: error }) : error;
  };
  const timer = setTimeout(() => {
    failure = new ValidationFailed(TOO_MUCH);
    void thread.terminate();
  }, limitMs);
  const { promise: answered, resolve: onMessage } = Promise.withResolvers<FromAnalysisThread | null>();
  const stop = listenToThread(thread, { onMessage, onError, onExit: () => onMessage(null) });
  try {
    const owned = new Uint8Array(bytes);
    const message: ToAnalysisThread = { ...facts, bytes: owned, context };
    thread.postMessage(message, [owned.buffer]);
    const answer = await answered;
    if (answer === null) throw failure;
    if (answer.kind === 'failed') throw new Error(`An analysis failed: ${answer.message}`);
    return answer.analysis;
  } finally {
    clearTimeout(timer);
    stop();
  }
}
