import type { Fault } from './faults.ts';

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
