import type { FastifyInstance } from 'fastify';
import { z } from 'zod/v4';
import { success } from '../../http/envelope.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { described } from '../../openapi/operation.ts';
import { requireJob } from '../lookups.ts';
import type { JobPath } from '../lookups.ts';
import { OPERATOR_ACTIONS } from '../operator-actions.ts';

const actionResult = z
  .object({ result: z.string().describe('What was done, as a sentence.') })
  .meta({ id: 'JobActionResult', examples: [{ result: 'Ended the database sessions that held locks: 4711.' }] });

/** What a system administrator can do about a job of any kind. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  for (const { path, action, operationId, summary } of OPERATOR_ACTIONS) {
    app.post<{ Params: JobPath }>(
      `/jobs/:job_kind/:id/${path}`,
      described(operationId, { tag: 'Extensions', summary, isForSystemAdmins: true, answer: actionResult }),
      async (request) => {
        requireSystemAdmin(request.caller);
        const { job } = await requireJob(app, request);
        const by = { type: 'api_key', id: request.caller.keyId } as const;
        return success({ result: await app.jobs.perform(request.pool, job, action, by) });
      },
    );
  }

  done();
}
