/**
 * Types of faults: what can be wrong with the data, the request or a dependency. Activities fail with one of them, and
 * machines decide by it. They are part of recorded histories, so none is renamed. A kind of job may add types of its own
 * next to its machine.
 */
export const FAULT_TYPES = [
  /** Postgres crashed and emptied the UNLOGGED staging: what is not merged yet is staged again. */
  'StagingLost',
  /** The mailing list was deleted during the job. */
  'ListDeleted',
  /** The import has ended: nothing may be written for it. */
  'ImportEnded',
  /** The mapping no longer fits the list. */
  'ImportInvalid',
  /** The source cannot be read, or is not CSV of the given format. */
  'UnreadableSource',
  /** The server did not send the file; tried again a few times. */
  'DownloadFailed',
  'DownloadTimedOut',
  /** A chunk would take the failed records of an import past its guard: nothing of it was written. */
  'TooManyFailed',
  /** Rows of one range take too long to read. */
  'RowsTooSlow',
  /** Postgres refuses the data of one task. */
  'DataRefused',
  'ImportMissing',
  'NotRestartable',
  'FailedByOperator',
  'Cancelled',
  /** A mistake in the workflow's own code. */
  'Bug',
  'PostgresFault',
  'InternalFault',
  /** Not every record has an outcome. */
  'OutcomesMissing',
  /** The workflow was ended from outside, or Temporal does not know it. */
  'WorkflowLost',
] as const;
export type FaultType = (typeof FAULT_TYPES)[number];

/** The fault with which an actor rejects; its message becomes an error_message or the reason of a parked task. */
export interface Fault<Type extends string = FaultType> {
  readonly type: Type;
  readonly message: string;
}

/** A fault from the error with which an actor was rejected. `Type`: the types of its kind of job. */
export function faultOf<Type extends string = never>(event: { error: unknown }): Fault<FaultType | Type> {
  const { type, message } = event.error as Partial<Fault<FaultType | Type>>;
  return { type: type ?? 'InternalFault', message: message ?? 'An internal error occurred.' };
}

/** The fault of a download whose server did not finish in time. */
export const DOWNLOAD_TIMED_OUT: Fault = {
  type: 'DownloadTimedOut',
  message: 'The URL had not finished sending when the time for the download was over.',
};

/** The fault of a job that an operator has ended, from the command that has the reason. */
export function operatorFault({ reason }: { readonly reason: string }): Fault {
  return { type: 'FailedByOperator', message: reason };
}
