import type { FastifyInstance } from 'fastify';
import { described } from '../../openapi/operation.ts';
import { jobEventsExample } from '../examples.ts';

/** The events of all jobs of the caller's organization. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get(
    '/jobs/events',
    {
      ...described('watchJobs', {
        tag: 'Extensions',
        summary: 'Sends the unfinished jobs of the organization and their changes as Server-Sent Events.',
        description: 'The header Last-Event-ID resumes a stream with the jobs that have ended since.',
        files: { 'text/event-stream': jobEventsExample },
      }),
      exposeHeadRoute: false,
    },
    (request, reply) =>
      app.sendEvents(request, reply, { organizationId: request.caller.organizationId, workflowId: null }),
  );

  done();
}
