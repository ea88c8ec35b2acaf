import type { JobAction } from '../../engine/jobs/job-actions.ts';

/** The actions by which an operator frees a job; pause, unpause and cancel of clients have routes of each kind. */
export const OPERATOR_ACTIONS: readonly { path: string; action: JobAction; operationId: string; summary: string }[] = [
  { path: 'retry', action: 'retry', operationId: 'retryJob', summary: 'Retries the parked tasks of a stalled job.' },
  {
    path: 'skip_chunk',
    action: 'skip-chunk',
    operationId: 'skipChunkOfJob',
    summary: 'Skips the first parked task of a stalled job. Its rows are written to the failed log.',
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
    summary: 'Resumes a paused job, or its activities that were paused in the Temporal UI.',
  },
  {
    path: 'unblock',
    action: 'unblock',
    operationId: 'unblockJob',
    summary: 'Ends the database sessions that block a job with their locks.',
  },
];
