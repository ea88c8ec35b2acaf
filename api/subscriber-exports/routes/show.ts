import type { FastifyInstance } from 'fastify';
import { findLiveJob } from '../../../engine/db/jobs/live-jobs.ts';
import { subscriberExportKind } from '../../../engine/job-kinds/subscriber-export.ts';
import { renderProgress } from '../../jobs/progress.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { renderExport, subscriberExportRecord } from '../record.ts';
import { requireSubscriberExport } from '../lookups.ts';

/** One export. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_exports/:id',
    described('getSubscriberExport', {
      tag: 'Subscriber exports',
      summary: 'Shows an export, with its progress while it runs.',
      answer: subscriberExportRecord,
    }),
    async (request) => {
      const row = await requireSubscriberExport(request, request.params.id);
      const record = renderExport(row, request.caller.timeZone);
      const live = row.finishedAt === null ? await findLiveJob(request.db, subscriberExportKind, row.id) : null;
      return success(live === null ? record : { ...record, progress: renderProgress(live) });
    },
  );

  done();
}
