import { assign, fromPromise, setup } from 'xstate';
import { reasonOfAbsent, reasonOfFailed } from './guard-reasons.ts';
import { imbalanceOf } from './import-guards.ts';
import type { AbsentSubscribers, Balance } from './import-guards.ts';
import { DOWNLOAD_TIMED_OUT, faultOf, operatorFault } from './faults.ts';
import type { Fault, FaultType } from './faults.ts';
import { notProvided } from './not-provided.ts';
import { contextOf } from './subscriber-import-context.ts';
import type { GuardName, SubscriberImportContext, SubscriberImportInput } from './subscriber-import-context.ts';
import type {
  Batch,
  FailedTask,
  ImportReference,
  InlineResult,
  MergedRows,
  ScanResult,
  SizedReference,
  Skipped,
  StagedRows,
  SubscriberImportEvent,
  TurnTaken,
} from './subscriber-import-work.ts';
import { NO_TASKS, finish, isOpen, park, retryParked, todo } from './tasks.ts';

const DOWNLOAD_ATTEMPTS = 3;

const OF_WHOLE_IMPORT: ReadonlySet<FaultType> = new Set<FaultType>([
  'StagingLost',
  'TooManyFailed',
  'ListDeleted',
  'ImportEnded',
  'ImportInvalid',
  'UnreadableSource',
]);

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

function sum(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> {
  const total: Record<string, number> = { ...a };
  for (const [name, count] of Object.entries(b)) total[name] = (total[name] ?? 0) + count;
  return total;
}
