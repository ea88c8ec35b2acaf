import type { FastifyInstance } from 'fastify';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { jobInspectionRecord, renderInspection, renderTasks } from '../inspection.ts';
import { requireJob } from '../lookups.ts';
import type { JobPath } from '../lookups.ts';
import { temporalUiPage } from '../temporal-ui-page.ts';

/** A job of any kind with what blocks it, where it is in its state chart, and its tasks. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: JobPath }>(
    '/jobs/:job_kind/:id',
    described('getJobInspection', {
      tag: 'Extensions',
      summary: 'Shows where a job is in its state chart, its tasks, and why it does not go on if it does not.',
      answer: jobInspectionRecord,
    }),
    async (request) => {
      const found = await requireJob(app, request);
      const isRunning = found.job.endedAt === null;
      const inspected = { ...found, inspection: isRunning ? await app.jobs.inspect(found.job) : null };
      const rendered = renderInspection(inspected, {
        isForOperator: request.caller.role === 'system_admin',
        temporalUiUrl: temporalUiPage(app.config, found.job.workflowId),
      });
      return success({ ...rendered, tasks: await renderTasks(request.db, inspected) });
    },
  );

  done();
}
