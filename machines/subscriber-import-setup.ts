import { assign, fromPromise, setup } from 'xstate';
import { reasonOfAbsent, reasonOfFailed } from './guard-reasons.ts';
import { imbalanceOf } from './import-guards.ts';
import type { AbsentSubscribers, Balance, ImportGuards } from './import-guards.ts';
import { DOWNLOAD_TIMED_OUT, faultOf, operatorFault, type Fault, type FaultType } from './faults.ts';
import { notProvided } from './not-provided.ts';
import { NO_TASKS, finish, isOpen, park, retryParked, todo } from './tasks.ts';
import type { ParkedTask, Tasks } from './tasks.ts';

/** Durations an import begins with and keeps; milliseconds. */
export interface SubscriberImportPolicy {
  readonly firstDownloadWaitMs: number;
  readonly secondDownloadWaitMs: number;
  readonly downloadTimeoutMs: number;
}

export interface SubscriberImportInput {
  readonly importId: number;
  readonly source: 'json' | 'upload_directory' | 'upload' | 'url';
  /** Unix milliseconds; null begins immediately. */
  readonly beginsAt: number | null;
  /** Milliseconds from the start of the run until then, by the clock of the database; absent for imports that began before it was noted. */
  readonly beginsInMs?: number;
  readonly policy: SubscriberImportPolicy;
  /** Few rows: tried inline, because scheduling activities for them takes longer than the work. */
  readonly small?: boolean;
  /** Begins when its organization has a turn free; imports that began before there were turns do not wait for one. */
  readonly turns?: boolean;
  /** Balances its outcomes and guards deactivations; imports that began before there were these checks do without. */
  readonly checks?: boolean;
  /** One activity does several tasks, one after the other; imports that began before have an activity for each task. */
  readonly groups?: boolean;
  /** Records each command when it is taken; imports that began before record it with their next change of state. */
  readonly recordsCommands?: boolean;
  /**
   * Has fewer events, if small: it is cleaned up when its end is recorded, and brief states have no search attributes. Imports
   * that began before there was this flag do without.
   */
  readonly shortHistory?: boolean;
  /** Does everything but write subscribers, so no guard pauses it. */
  readonly dryRun?: boolean;
  readonly guards?: ImportGuards;
}

/** A guard that can pause an import. */
export type GuardName = 'failed' | 'deactivated';

export interface SubscriberImportContext extends SubscriberImportInput {
  readonly failedAttempts: number;
  readonly records: number | null;
  /** Whether its tasks go with those of small imports; absent while that is not known, and in older snapshots. */
  readonly goesWithSmall?: boolean;
  readonly limited: boolean;
  readonly settles: boolean;
  readonly ranges: Tasks;
  readonly chunks: Tasks;
  /** The parked task that an operator gives up; kept, so that a pause in between gives up no other one. */
  readonly givenUp: ParkedTask | null;
  readonly rowFailures: number;
  /** Rows within failed records; absent in snapshots from before they were counted. */
  readonly swallowed?: number;
  readonly counters: Readonly<Record<string, number>>;
  /** Rows of `updated` that changed nothing; absent in snapshots from before it was counted, like the next two. */
  readonly unchanged?: number;
  /** Reason of the guard that paused the import. */
  readonly pauseReason?: string | null;
  /** The guards that a person has let the import pass. */
  readonly overruled?: readonly GuardName[];
  readonly error: string | null;
  /** The type of the fault that `error` describes; absent in older snapshots. */
  readonly faultType?: FaultType | null;
}

/** Result of a scan of the source: counts and flags only. */
export interface ScanResult {
  readonly records: number;
  readonly ranges: number;
  readonly chunks: number;
  /** The organization has a subscriber limit, so rows have to be admitted. */
  readonly limited: boolean;
  /** Something is left to do after the last chunk. */
  readonly settles: boolean;
  /** Absent in results of older workers. */
  readonly isSmall?: boolean;
}

/** Counts of the rows of a chunk by their outcome; `unchanged` are those of `updated` that changed nothing. */
export interface MergedRows {
  readonly counters: Readonly<Record<string, number>>;
  readonly unchanged?: number;
}

/** The failed rows of a range; `swallowed` are rows within failed records, absent where there are none. */
export interface StagedRows {
  readonly failed: number;
  readonly swallowed?: number;
}

/** Result of one attempt to do a small import inline; null for a part left to do. Its only range and chunk have number 0. */
export interface InlineResult {
  readonly scan: ScanResult;
  readonly range: { readonly failed: number } | null;
  readonly chunk: MergedRows | null;
}

export type SubscriberImportEvent =
  | { type: 'PAUSE' }
  | { type: 'UNPAUSE' }
  | { type: 'CANCEL' }
  | { type: 'RETRY' }
  | { type: 'SKIP_CHUNK' }
  | { type: 'FAIL'; reason: string }
  | { type: 'RESTART' }
  /** The database has it as finished already: a worker did so, and died before its workflow knew. */
  | { type: 'FOUND_FINISHED' }
  | { type: 'PROCEED' }
  | ({ type: 'RANGE_STAGED'; number: number } & StagedRows)
  | { type: 'RANGE_FAILED'; number: number; fault: Fault }
  | ({ type: 'CHUNK_MERGED'; number: number } & MergedRows)
  | { type: 'CHUNK_FAILED'; number: number; fault: Fault };

/** Size of an import that has its turn; older workers return nothing. */
export type TurnTaken = { readonly isSmall: boolean } | undefined;

/** The input of an actor that works on a whole import. */
export interface ImportReference {
  readonly importId: number;
}
/** Ranges or chunks that one actor works on. */
export interface Batch extends SizedReference {
  readonly numbers: readonly number[];
  /** All ranges or chunks of the import, and about how many rows each has. */
  readonly total: number;
  readonly rows: number;
  /** Maximum number of records that may fail in all; absent: any number. */
  readonly maxFailed?: number;
  /** An activity does several tasks. */
  readonly groups?: boolean;
}
/** A reference with the share of the workers that the work is to take. */
export interface SizedReference extends ImportReference {
  /** Work of a small import, which does not wait behind that of large ones. */
  readonly goesWithSmall?: boolean;
}
/** A range or chunk that failed. */
export interface FailedTask {
  readonly number: number;
  readonly fault: Fault;
}
/** A task that an operator gives up. */
export interface Skipped extends ImportReference {
  readonly number: number;
  readonly reason: string;
}

const DOWNLOAD_ATTEMPTS = 3;

const OF_WHOLE_IMPORT: ReadonlySet<FaultType> = new Set<FaultType>([
  'StagingLost',
  'TooManyFailed',
  'ListDeleted',
  'ImportEnded',
  'ImportInvalid',
  'UnreadableSource',
]);

/** The context of an import before any work; results that the ledger already holds arrive with the work. */
export function contextOf(input: SubscriberImportInput): SubscriberImportContext {
  return {
    ...input,
    failedAttempts: 0,
    records: null,
    limited: false,
    settles: false,
    ranges: NO_TASKS,
    chunks: NO_TASKS,
    givenUp: null,
    rowFailures: 0,
    swallowed: 0,
    counters: {},
    unchanged: 0,
    pauseReason: null,
    overruled: [],
    error: null,
    faultType: null,
  };
}

/** The named actors, delays, guards and actions of the machine in subscriber-import.ts. */
export const subscriberImportSetup = setup({
  types: {
    context: {} as SubscriberImportContext,
    input: {} as SubscriberImportInput,
    events: {} as SubscriberImportEvent,
    tags: {} as 'checkpoint' | 'stalled' | 'brief' | 'ended',
  },
  actors: {
    reopen: fromPromise<void, ImportReference>(notProvided),
    takeTurn: fromPromise<TurnTaken, ImportReference>(notProvided),
    download: fromPromise<void, ImportReference>(notProvided),
    importInline: fromPromise<InlineResult, ImportReference>(notProvided),
    scan: fromPromise<ScanResult, SizedReference>(notProvided),
    stageRanges: fromPromise<void, Batch>(notProvided),
    skipRange: fromPromise<void, Skipped>(notProvided),
    resetStaging: fromPromise<void, ImportReference>(notProvided),
    admit: fromPromise<void, ImportReference>(notProvided),
    mergeChunks: fromPromise<void, Batch>(notProvided),
    skipChunk: fromPromise<void, Skipped>(notProvided),
    countAbsent: fromPromise<AbsentSubscribers | null, ImportReference>(notProvided),
    settle: fromPromise<void, ImportReference>(notProvided),
    balance: fromPromise<Balance, ImportReference>(notProvided),
  },
  delays: {
    untilBegin: 0,
    downloadWait: ({ context }) =>
      context.failedAttempts <= 1 ? context.policy.firstDownloadWaitMs : context.policy.secondDownloadWaitMs,
    downloadTimeout: ({ context }) => context.policy.downloadTimeoutMs,
  },
  guards: {
    beginsNow: ({ context }) => context.beginsAt === null,
    isSmall: ({ context }) => context.small === true,
    waitsForTurn: ({ context }) => context.turns === true && context.small !== true,
    isUrl: ({ context }) => context.source === 'url',
    isLimited: ({ context }) => context.limited,
    hasToSettle: ({ context }) => context.settles,
    mayDownloadAgain: ({ context }, fault: Fault) =>
      context.failedAttempts < DOWNLOAD_ATTEMPTS - 1 && fault.type === 'DownloadFailed',
    isDoneInline: (_, { chunk }: InlineResult) => chunk !== null,
    parksRange: ({ context }, { number, fault }: FailedTask) => isOpen(context.ranges, number) && isOfOneTask(fault),
    parksChunk: ({ context }, { number, fault }: FailedTask) => isOpen(context.chunks, number) && isOfOneTask(fault),
    isStagingLost: (_, fault: Fault) => fault.type === 'StagingLost',
    isListDeleted: (_, fault: Fault) => fault.type === 'ListDeleted',
    isTooManyFailed: (_, fault: Fault) => fault.type === 'TooManyFailed',
    hasChecks: ({ context }) => context.checks === true,
    hasTooManyFailed: ({ context }) => reasonOfFailed(context) !== null,
    deactivatesTooMany: ({ context }, found: AbsentSubscribers | null) => reasonOfAbsent(context, found) !== null,
    isBalanced: (_, { records, outcomes }: Balance) => records === outcomes,
    hasMoreRanges: ({ context }) => todo(context.ranges, 1).length > 0,
    hasParkedRanges: ({ context }) => context.ranges.parked.length > 0,
    hasMoreChunks: ({ context }) => todo(context.chunks, 1).length > 0,
    hasParkedChunks: ({ context }) => context.chunks.parked.length > 0,
  },
  actions: {
    beginAgain: assign(({ context }) => contextOf(context)),
    countFailedAttempt: assign({ failedAttempts: ({ context }) => context.failedAttempts + 1 }),
    rememberTurn: assign((_, turn: TurnTaken) => (turn === undefined ? {} : { goesWithSmall: turn.isSmall })),
    rememberScan: assign((_, scan: ScanResult) => ({
      records: scan.records,
      ...(scan.isSmall !== undefined && { goesWithSmall: scan.isSmall }),
      limited: scan.limited,
      settles: scan.settles,
      ranges: { ...NO_TASKS, total: scan.ranges },
      chunks: { ...NO_TASKS, total: scan.chunks },
    })),
    rememberInline: assign(({ context }, { range, chunk }: InlineResult) => ({
      ranges: finish(context.ranges, 0),
      rowFailures: context.rowFailures + (range?.failed ?? 0),
      chunks: finish(context.chunks, 0),
      counters: sum(context.counters, chunk?.counters ?? {}),
      unchanged: (context.unchanged ?? 0) + (chunk?.unchanged ?? 0),
    })),
    forgetRanges: assign(({ context }) => ({
      ranges: { ...NO_TASKS, total: context.ranges.total },
      rowFailures: 0,
      swallowed: 0,
    })),
    retryRanges: assign({ ranges: ({ context }) => retryParked(context.ranges) }),
    retryChunks: assign({ chunks: ({ context }) => retryParked(context.chunks) }),
    giveUpRange: assign({ givenUp: ({ context }) => context.ranges.parked[0] ?? null }),
    giveUpChunk: assign({ givenUp: ({ context }) => context.chunks.parked[0] ?? null }),
    countRange: assign(({ context }, range: { number: number } & StagedRows) => ({
      ranges: finish(context.ranges, range.number),
      rowFailures: context.rowFailures + range.failed,
      swallowed: (context.swallowed ?? 0) + (range.swallowed ?? 0),
    })),
    countChunk: assign(({ context }, chunk: { number: number } & MergedRows) => ({
      chunks: finish(context.chunks, chunk.number),
      counters: sum(context.counters, chunk.counters),
      unchanged: (context.unchanged ?? 0) + (chunk.unchanged ?? 0),
    })),
    parkRange: assign(({ context }, { number, fault }: FailedTask) => ({
      ranges: park(context.ranges, number, fault.message),
    })),
    parkChunk: assign(({ context }, { number, fault }: FailedTask) => ({
      chunks: park(context.chunks, number, fault.message),
    })),
    rememberFault: assign((_, fault: Fault) => ({ error: fault.message, faultType: fault.type })),
    rememberImbalance: assign((_, balance: Balance) => imbalanceOf(balance)),
    rememberFailedReason: assign(({ context }) => ({ pauseReason: reasonOfFailed(context) })),
    rememberAbsentReason: assign(({ context }, found: AbsentSubscribers | null) => ({
      pauseReason: reasonOfAbsent(context, found),
    })),
    rememberFaultAsReason: assign((_, fault: Fault) => ({ pauseReason: fault.message })),
    forgetReason: assign({ pauseReason: null }),
    overrule: assign(({ context }, guard: GuardName) => ({
      overruled: [...new Set([...(context.overruled ?? []), guard])],
    })),
  },
});

// Transitions that several states share.

const REMEMBER_FAULT = {
  type: 'rememberFault',
  params: ({ event }: { event: { error: unknown } }) => faultOf(event),
} as const;

/** The list was deleted during the import: not a failure. */
export const CANCEL_WITH_LIST = {
  guard: { type: 'isListDeleted', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
  target: '#import.cancelled',
  actions: REMEMBER_FAULT,
} as const;

export const FAIL_WITH_FAULT = { target: '#import.failed', actions: REMEMBER_FAULT } as const;

/** Postgres empties UNLOGGED staging when it crashes: what is not merged yet is staged again. */
export const STAGE_AGAIN = {
  guard: { type: 'isStagingLost', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
  target: '#import.active.splitting.resetting',
} as const;

/** A guard of the client stopped a chunk, of which nothing was written. */
export const PAUSE_BY_GUARD = {
  guard: { type: 'isTooManyFailed', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
  target: '#import.guarded.failed',
  actions: {
    type: 'rememberFaultAsReason',
    params: ({ event }: { event: { error: unknown } }) => faultOf(event),
  },
} as const;

/** The server did not finish in time. */
export const FAIL_WITH_TIMEOUT = {
  target: '#import.failed',
  actions: { type: 'rememberFault', params: DOWNLOAD_TIMED_OUT },
} as const;

/** An operator ended the import, with a reason. */
export const FAIL_BY_OPERATOR = {
  target: '#import.failed',
  actions: { type: 'rememberFault', params: ({ event }: { event: { reason: string } }) => operatorFault(event) },
} as const;

/** Whether a fault concerns one task, which is parked while the rest goes on. Any other one decides about the whole import. */
function isOfOneTask({ type }: Fault): boolean {
  return !OF_WHOLE_IMPORT.has(type);
}

/** The outcomes that the machine has counted, against the records of the scan. */
export function countedBalance({ records, rowFailures, counters }: SubscriberImportContext): Balance {
  return { records: records ?? 0, outcomes: Object.values(counters).reduce((total, n) => total + n, rowFailures) };
}

function sum(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) total[name] = (total[name] ?? 0) + count;
  return total;
}
