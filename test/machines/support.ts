import { SimulatedClock, createActor, fromPromise } from 'xstate';
import type { Actor } from 'xstate';
import type { ScanResult, SubscriberImportEvent } from '../../machines/subscriber-import-work.ts';
import type { SubscriberImportInput } from '../../machines/subscriber-import-context.ts';
import { subscriberImportMachine } from '../../machines/subscriber-import.ts';
import type { SubscriberImportSnapshot } from '../../machines/subscriber-import.ts';
import { subscriberImportView } from '../../machines/subscriber-import-view.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';

const POLICY = { firstDownloadWaitMs: 10_000, secondDownloadWaitMs: 50_000, downloadTimeoutMs: 900_000 };

export const INPUT: SubscriberImportInput = { importId: 7, source: 'json', beginsAt: null, policy: POLICY };

export const SCAN: ScanResult = { records: 10, ranges: 2, chunks: 2, limited: false, settles: false };

/** Work that the machine asked for and nobody has ended yet. */
export interface Work {
  readonly name: string;
  readonly input: { readonly importId: number; readonly numbers?: readonly number[]; readonly number?: number };
}

/** A live machine whose work waits until the test says how it ends. */
export interface RunningImport {
  readonly clock: SimulatedClock;
  readonly actor: Actor<typeof subscriberImportMachine>;
  /** The present work; null when there is none. */
  work(): Work | null;
  /** Ends the present work, which has to have this name, and lets the machine see it. */
  done(name: string, output?: unknown): Promise<void>;
  fails(name: string, type: string, message?: string): Promise<void>;
  send(...events: SubscriberImportEvent[]): void;
  value(): SubscriberImportSnapshot['value'];
  view(): SubscriberImportView;
  can(type: SubscriberImportEvent['type']): boolean;
}

/** Starts the machine, from `snapshot` when one is given, on a clock that only the test moves. */
export function startImport(
  input: Partial<SubscriberImportInput> = {},
  snapshot?: ReturnType<Actor<typeof subscriberImportMachine>['getPersistedSnapshot']>,
): RunningImport {
  const clock = new SimulatedClock();
  let atWork: OpenWork | null = null;
  const work = <Output, Input extends Work['input']>(name: string) =>
    fromPromise<Output, Input>(({ input: of, signal }) => {
      const { promise, ...ends } = openPromise<Output>();
      const open: OpenWork = { name, input: of, ...ends };
      atWork = open;
      signal.addEventListener('abort', () => {
        if (atWork === open) atWork = null;
      });
      return promise;
    });
  const machine = subscriberImportMachine.provide({
    delays: { untilBegin: ({ context }) => Math.max(0, (context.beginsAt ?? 0) - clock.now()) },
    actors: {
      reopen: work('reopen'),
      takeTurn: work('takeTurn'),
      download: work('download'),
      importInline: work('importInline'),
      scan: work('scan'),
      stageRanges: work('stageRanges'),
      skipRange: work('skipRange'),
      resetStaging: work('resetStaging'),
      admit: work('admit'),
      mergeChunks: work('mergeChunks'),
      skipChunk: work('skipChunk'),
      countAbsent: work('countAbsent'),
      settle: work('settle'),
      balance: work('balance'),
    },
  });
  const actor = createActor(machine, {
    input: { ...INPUT, ...input },
    clock,
    ...(snapshot === undefined ? {} : { snapshot }),
  });
  actor.start();
  const take = (name: string): OpenWork => {
    const open = atWork;
    if (open?.name !== name) throw new Error(`Expected ${name} to be at work, but found ${open?.name ?? 'nothing'}.`);
    atWork = null;
    return open;
  };
  return {
    clock,
    actor,
    work: () => (atWork === null ? null : { name: atWork.name, input: atWork.input }),
    done: (name, output) => {
      take(name).resolve(output);
      return settled();
    },
    fails: (name, type, message = 'A sentence.') => {
      take(name).reject({ type, message });
      return settled();
    },
    send: (...events) => events.forEach((event) => actor.send(event)),
    value: () => actor.getSnapshot().value,
    view: () => subscriberImportView(actor.getSnapshot()),
    can: (type) => actor.getSnapshot().can({ type } as SubscriberImportEvent),
  };
}

/** Brings an import to its first merge: `chunks` chunks, everything staged. */
export async function startMerging(scan: Partial<ScanResult> = {}): Promise<RunningImport> {
  const found = { ...SCAN, ranges: 1, ...scan };
  const job = startImport();
  await job.done('scan', found);
  for (let number = 0; number < found.ranges; number++) job.send(staged(number));
  await job.done('stageRanges');
  return job;
}

export function staged(number: number, failed = 0, swallowed?: number): SubscriberImportEvent {
  return { type: 'RANGE_STAGED', number, failed, ...(swallowed !== undefined && { swallowed }) };
}

export function merged(number: number, counters: Record<string, number> = { added: 5 }): SubscriberImportEvent {
  return { type: 'CHUNK_MERGED', number, counters };
}

export function parked(number: number, work: 'RANGE' | 'CHUNK' = 'CHUNK'): SubscriberImportEvent {
  return { type: `${work}_FAILED`, number, fault: { type: 'DataRefused', message: `Task ${number} is broken.` } };
}

interface OpenWork extends Work {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

function openPromise<Output>() {
  const ends: Pick<OpenWork, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
  const promise = new Promise<Output>((resolve, reject) => {
    ends.resolve = (output) => resolve(output as Output);
    ends.reject = reject;
  });
  return { promise, ...ends };
}

/** Promise callbacks all run before the next turn of the event loop. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
