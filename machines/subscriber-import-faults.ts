import type { Fault } from './faults.ts';

// What becomes of an import when work on it fails or an operator ends it: transitions that several of its states share.

const TIMED_OUT: Fault = {
  type: 'DownloadTimedOut',
  message: 'The URL had not finished sending when the time for the download was over.',
};

const REMEMBER_FAULT = {
  type: 'rememberFault',
  params: ({ event }: { event: { error: unknown } }) => faultOf(event),
} as const;

/** Nothing is wrong with an import whose list was deleted under it: it is over, as every import of that list. */
export const CANCEL_WITH_LIST = {
  guard: { type: 'isListDeleted', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
  target: '#import.cancelled',
  actions: REMEMBER_FAULT,
} as const;

export const FAIL_WITH_FAULT = { target: '#import.failed', actions: REMEMBER_FAULT } as const;

/** Postgres empties UNLOGGED staging when it crashes; what is not merged yet has to be staged again. */
export const STAGE_AGAIN = {
  guard: { type: 'isStagingLost', params: ({ event }: { event: { error: unknown } }) => faultOf(event) },
  target: '#import.active.splitting.resetting',
} as const;

/** The server has not finished in time. */
export const FAIL_WITH_TIMEOUT = {
  target: '#import.failed',
  actions: { type: 'rememberFault', params: TIMED_OUT },
} as const;

/** The on-call engineer has ended the import, with a reason. */
export const FAIL_BY_OPERATOR = {
  target: '#import.failed',
  actions: { type: 'rememberFault', params: ({ event }: { event: { reason: string } }) => operatorFault(event.reason) },
} as const;

/** What a failed actor says, as the machine keeps it. */
export function faultOf(event: { error: unknown }): Fault {
  const { type, message } = event.error as Partial<Fault>;
  return { type: type ?? 'InternalFault', message: message ?? 'An internal error occurred.' };
}

function operatorFault(reason: string): Fault {
  return { type: 'FailedByOperator', message: reason };
}
