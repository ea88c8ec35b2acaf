/**
 * Types of faults: what can be wrong with the data, the request or a dependency. Activities fail with one of them, and
 * machines decide by it. They are part of recorded histories, so none is renamed.
 */
export type FaultType =
  /** Postgres crashed and emptied the UNLOGGED staging: what is not merged yet is staged again. */
  | 'StagingLost'
  /** The mailing list was deleted during the job. */
  | 'ListDeleted'
  /** The import has ended: nothing may be written for it. */
  | 'ImportEnded'
  /** The mapping no longer fits the list. */
  | 'ImportInvalid'
  /** The source cannot be read, or is not CSV of the given format. */
  | 'UnreadableSource'
  /** The server did not send the file; tried again a few times. */
  | 'DownloadFailed'
  | 'DownloadTimedOut'
  /** A chunk would take the failed records of an import past its guard: nothing of it was written. */
  | 'TooManyFailed'
  /** Rows of one range take too long to read. */
  | 'RowsTooSlow'
  /** Postgres refuses the data of one task. */
  | 'DataRefused'
  /** The row of an export ended while its workflow was running. */
  | 'ExportEnded'
  /** The file of an export exceeds the space left to its organization. */
  | 'ExportTooLarge'
  /** The parts of an export's file have a different number of rows than its snapshot. */
  | 'RowsMissing'
  | 'ImportMissing'
  | 'NotRestartable'
  | 'FailedByOperator'
  | 'Cancelled'
  /** A mistake in the workflow's own code. */
  | 'Bug'
  | 'PostgresFault'
  | 'InternalFault';

/** The fault with which an actor rejects; its message becomes an error_message or the reason of a parked task. */
export interface Fault {
  readonly type: FaultType;
  readonly message: string;
}

/** A fault from the error with which an actor was rejected. */
export function faultOf(event: { error: unknown }): Fault {
  const { type, message } = event.error as Partial<Fault>;
  return { type: type ?? 'InternalFault', message: message ?? 'An internal error occurred.' };
}
