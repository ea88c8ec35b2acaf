import type { FaultType } from './faults.ts';
import type { Balance, ImportGuards } from './import-guards.ts';
import { NO_TASKS } from './tasks.ts';
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

/** The outcomes that the machine has counted, against the records of the scan. */
export function countedBalance({ records, rowFailures, counters }: SubscriberImportContext): Balance {
  return { records: records ?? 0, outcomes: Object.values(counters).reduce((total, n) => total + n, rowFailures) };
}
