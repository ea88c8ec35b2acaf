import { assign, fromPromise, setup } from 'xstate';
import type { Fault } from './faults.ts';
import { NO_PIECES, finish, park, retryParked, todo } from './pieces.ts';
import type { ParkedPiece, Pieces } from './pieces.ts';

/** Durations an import begins with and keeps; milliseconds. */
export interface SubscriberImportPolicy {
  readonly firstDownloadWaitMs: number;
  readonly secondDownloadWaitMs: number;
  readonly downloadTimeoutMs: number;
}

export interface SubscriberImportInput {
  readonly importId: number;
  readonly source: 'json' | 'upload_directory' | 'url';
  /** Unix milliseconds; null begins at once. */
  readonly beginsAt: number | null;
  readonly policy: SubscriberImportPolicy;
  /** So few rows that the work on them takes less time than handing it out. */
  readonly small?: boolean;
  /** Begins when its organization has a turn free; imports that began before there were turns do not wait for one. */
  readonly turns?: boolean;
}

export interface SubscriberImportContext extends SubscriberImportInput {
  readonly failedAttempts: number;
  readonly records: number | null;
  readonly limited: boolean;
  readonly settles: boolean;
  readonly ranges: Pieces;
  readonly chunks: Pieces;
  /** The parked piece that an operator gives up; remembered, so that a pause in between gives up no other one. */
  readonly givenUp: ParkedPiece | null;
  readonly rowFailures: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly error: string | null;
}

/** What a scan of the source found: counts only. */
export interface ScanResult {
  readonly records: number;
  readonly ranges: number;
  readonly chunks: number;
  /** The organization has a subscriber limit, so rows have to be admitted. */
  readonly limited: boolean;
  /** Something is left to do after the last chunk. */
  readonly settles: boolean;
}

export type SubscriberImportEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'CANCEL' }
  | { type: 'RETRY' }
  | { type: 'SKIP_CHUNK' }
  | { type: 'FAIL'; reason: string }
  | { type: 'RESTART' }
  | { type: 'PROCEED' }
  | { type: 'RANGE_STAGED'; number: number; failed: number }
  | { type: 'RANGE_PARKED'; number: number; reason: string }
  | { type: 'CHUNK_MERGED'; number: number; counters: Readonly<Record<string, number>> }
  | { type: 'CHUNK_PARKED'; number: number; reason: string };

interface ImportReference {
  readonly importId: number;
}
interface Batch extends ImportReference {
  readonly numbers: readonly number[];
  /** All ranges or chunks of the import, and about how many rows each has. */
  readonly total: number;
  readonly rows: number;
}
interface Skipped extends ImportReference {
  readonly number: number;
  readonly reason: string;
}

const DOWNLOAD_ATTEMPTS = 3;

/** What an import knows before anything has been done for it; what the ledger holds it learns on its way. */
export function contextOf(input: SubscriberImportInput): SubscriberImportContext {
  return {
    ...input,
    failedAttempts: 0,
    records: null,
    limited: false,
    settles: false,
    ranges: NO_PIECES,
    chunks: NO_PIECES,
    givenUp: null,
    rowFailures: 0,
    counters: {},
    error: null,
  };
}

/** Names and implementations of what the machine does by itself; its body (subscriber-import.ts) is made of these. */
export const subscriberImportSetup = setup({
  types: {
    context: {} as SubscriberImportContext,
    input: {} as SubscriberImportInput,
    events: {} as SubscriberImportEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'over',
  },
  actors: {
    reopen: fromPromise<void, ImportReference>(notProvided),
    takeTurn: fromPromise<void, ImportReference>(notProvided),
    download: fromPromise<void, ImportReference>(notProvided),
    scan: fromPromise<ScanResult, ImportReference>(notProvided),
    stageRanges: fromPromise<void, Batch>(notProvided),
    skipRange: fromPromise<void, Skipped>(notProvided),
    resetStaging: fromPromise<void, ImportReference>(notProvided),
    admit: fromPromise<void, ImportReference>(notProvided),
    mergeChunks: fromPromise<void, Batch>(notProvided),
    skipChunk: fromPromise<void, Skipped>(notProvided),
    settle: fromPromise<void, ImportReference>(notProvided),
  },
  delays: {
    untilBegin: 0,
    downloadWait: ({ context }) =>
      context.failedAttempts <= 1 ? context.policy.firstDownloadWaitMs : context.policy.secondDownloadWaitMs,
    downloadTimeout: ({ context }) => context.policy.downloadTimeoutMs,
  },
  guards: {
    beginsAtOnce: ({ context }) => context.beginsAt === null,
    waitsForTurn: ({ context }) => context.turns === true && context.small !== true,
    isUrl: ({ context }) => context.source === 'url',
    isLimited: ({ context }) => context.limited,
    hasToSettle: ({ context }) => context.settles,
    mayDownloadAgain: ({ context }, fault: Fault) =>
      context.failedAttempts < DOWNLOAD_ATTEMPTS - 1 && fault.type === 'DownloadFailed',
    isStagingLost: (_, fault: Fault) => fault.type === 'StagingLost',
    isListDeleted: (_, fault: Fault) => fault.type === 'ListDeleted',
    hasMoreRanges: ({ context }) => todo(context.ranges, 1).length > 0,
    hasParkedRanges: ({ context }) => context.ranges.parked.length > 0,
    hasMoreChunks: ({ context }) => todo(context.chunks, 1).length > 0,
    hasParkedChunks: ({ context }) => context.chunks.parked.length > 0,
  },
  actions: {
    beginAgain: assign(({ context }) => contextOf(context)),
    countFailedAttempt: assign({ failedAttempts: ({ context }) => context.failedAttempts + 1 }),
    rememberScan: assign((_, scan: ScanResult) => ({
      records: scan.records,
      limited: scan.limited,
      settles: scan.settles,
      ranges: { ...NO_PIECES, total: scan.ranges },
      chunks: { ...NO_PIECES, total: scan.chunks },
    })),
    forgetRanges: assign(({ context }) => ({
      ranges: { ...NO_PIECES, total: context.ranges.total },
      rowFailures: 0,
    })),
    retryRanges: assign({ ranges: ({ context }) => retryParked(context.ranges) }),
    retryChunks: assign({ chunks: ({ context }) => retryParked(context.chunks) }),
    giveUpRange: assign({ givenUp: ({ context }) => context.ranges.parked[0] ?? null }),
    giveUpChunk: assign({ givenUp: ({ context }) => context.chunks.parked[0] ?? null }),
    countRange: assign(({ context }, range: { number: number; failed: number }) => ({
      ranges: finish(context.ranges, range.number),
      rowFailures: context.rowFailures + range.failed,
    })),
    countChunk: assign(({ context }, chunk: { number: number; counters: Readonly<Record<string, number>> }) => ({
      chunks: finish(context.chunks, chunk.number),
      counters: sum(context.counters, chunk.counters),
    })),
    parkRange: assign(({ context }, { number, reason }: { number: number; reason: string }) => ({
      ranges: park(context.ranges, number, reason),
    })),
    parkChunk: assign(({ context }, { number, reason }: { number: number; reason: string }) => ({
      chunks: park(context.chunks, number, reason),
    })),
    rememberFault: assign((_, fault: Fault) => ({ error: fault.message })),
  },
});

function notProvided(): Promise<never> {
  return Promise.reject(new Error('The workflow provides the work of this machine.'));
}

function sum(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) total[name] = (total[name] ?? 0) + count;
  return total;
}
