import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import type { JobAction } from '../../../engine/jobs/job-actions.ts';
import { success } from '../../http/envelope.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { described } from '../../openapi/operation.ts';
import { requireJob } from '../lookups.ts';
import type { JobPath } from '../lookups.ts';

/** The actions by which an operator frees a job; pause, unpause and cancel of clients have routes of each kind. */
const ACTIONS: readonly { path: string; action: JobAction; operationId: string; summary: string }[] = [
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

const actionResult = z
  .object({ result: z.string().describe('What was done, as a sentence.') })
  .meta({ id: 'JobActionResult', examples: [{ result: 'Ended the database sessions that held locks: 4711.' }] });

/** What a system administrator can do about a job of any kind. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const { path, action, operationId, summary } of ACTIONS) {
    app.post<{ Params: JobPath }>(
      `/jobs/:job_kind/:id/${path}`,
      described(operationId, { tag: 'Extensions', summary, isForSystemAdmins: true, answer: actionResult }),
      async (request) => {
        requireSystemAdmin(request.caller);
        const { job } = await requireJob(app, request);
        const by = { type: 'api_key', id: request.caller.keyId } as const;
        return success({ result: await app.jobs.perform(job, action, by) });
      },
    );
  }

  done();
}
