/**
 * What can be wrong with the data, the request or the world, by the type with which an activity fails. Machines decide by
 * it what becomes of a job; types are part of recorded histories, so none is renamed.
 */
export type FaultType =
  /** Postgres has crashed and emptied the UNLOGGED staging: what is not merged yet is staged again. */
  | 'StagingLost'
  /** The mailing list was deleted under the job. */
  | 'ListDeleted'
  /** The job has ended, and nothing may be written for it any more. */
  | 'ImportEnded'
  /** The mapping no longer fits the list. */
  | 'ImportInvalid'
  /** The source cannot be read, or is no CSV of the format set. */
  | 'UnreadableSource'
  /** The server did not send the file; tried again a few times. */
  | 'DownloadFailed'
  | 'DownloadTimedOut'
  /** Rows of one range take too long to read. */
  | 'RowsTooSlow'
  /** Postgres refuses the data of one task. */
  | 'DataRefused'
  /** The row of an export has ended while its workflow was still at work. */
  | 'ExportEnded'
  /** The file of an export does not fit into what is left to its organization. */
  | 'ExportTooLarge'
  /** The parts of an export's file have another number of rows than its snapshot. */
  | 'RowsMissing'
  | 'ImportMissing'
  | 'NotRestartable'
  | 'FailedByOperator'
  | 'Cancelled'
  /** A mistake in the workflow's own code. */
  | 'Bug'
  | 'PostgresFault'
  | 'InternalFault';

/** A fault as an actor rejects with it; the message becomes an error_message or the reason of a parked task. */
export interface Fault {
  readonly type: FaultType;
  readonly message: string;
}

/** A fault from the error with which an actor was rejected. */
export function faultOf(event: { error: unknown }): Fault {
  const { type, message } = event.error as Partial<Fault>;
  return { type: type ?? 'InternalFault', message: message ?? 'An internal error occurred.' };
}
