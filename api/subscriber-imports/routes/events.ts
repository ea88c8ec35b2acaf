import type { FastifyInstance } from 'fastify';
import { findLiveJob } from '../../../engine/db/jobs/live-jobs.ts';
import { hasEnded } from '../../../engine/domain/job-states.ts';
import { subscriberImportKind } from '../../../engine/job-kinds/subscriber-import.ts';
import { subscriberImportWorkflowId } from '../../../engine/jobs/subscriber-import.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { jobEventsExample } from '../../jobs/examples.ts';
import { jobEventText, readEventId, writeJobEvent } from '../../jobs/job-event.ts';
import { requireSubscriberImport } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { EVENT_HEADERS } from '../../plugins/app/job-feed.ts';

/** The events of one import, until it has ended. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/subscriber_imports/:id/events',
    {
      ...described('watchSubscriberImport', {
        tag: 'Extensions',
        summary: 'Sends an import and its changes as Server-Sent Events, until it has ended.',
        description:
          'An import whose end the client has read (header Last-Event-ID) is answered with 204, which ends an EventSource.',
        files: { 'text/event-stream': jobEventsExample },
      }),
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const { id, organizationId, state } = await requireSubscriberImport(request, request.params.id);
      if (!hasEnded(state)) {
        const workflowId = subscriberImportWorkflowId(id, app.config.workflowIdPrefix);
        return app.sendEvents(request, reply, { organizationId, workflowId });
      }
      const job = await findLiveJob(request.db, subscriberImportKind, id);
      if (job === null) throw new NotFound('subscriber import');
      const event = writeJobEvent({ ...job, state }, null);
      const last = readEventId(String(request.headers['last-event-id']));
      if (last?.version === event.version) return reply.status(204).send();
      return reply.headers(EVENT_HEADERS).send(jobEventText(event, Date.now()));
    },
  );

  done();
}
