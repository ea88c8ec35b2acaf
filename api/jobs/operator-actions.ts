import type { JobAction } from '../../engine/jobs/job-actions.ts';

/** The actions by which an operator frees a job; pause, unpause and cancel of clients have routes of each kind. */
export const OPERATOR_ACTIONS: readonly { path: string; action: JobAction; operationId: string; summary: string }[] = [
  { path: 'retry', action: 'retry', operationId: 'retryJob', summary: 'Has a stalled job retry its parked tasks.' },
  {
    path: 'skip_chunk',
    action: 'skip-chunk',
    operationId: 'skipChunkOfJob',
    summary: 'Has a stalled job give up its first parked task, whose rows go to the failed log.',
  },
  { path: 'fail', action: 'fail', operationId: 'failJob', summary: 'Ends a job as failed.' },
  {
    path: 'restart',
    action: 'restart',
    operationId: 'restartJob',
    summary: 'Resumes a failed import from its ledger.',
  },
  {
    path: 'unpause',
    action: 'unpause',
    operationId: 'unpauseJob',
    summary: 'Resumes a paused job, or activities of it that were paused in the Temporal UI.',
  },
  {
    path: 'unblock',
    action: 'unblock',
    operationId: 'unblockJob',
    summary: 'Ends the database sessions that hold locks for which a job waits.',
  },
];
