import type { FastifyInstance } from 'fastify';
import { requireSystemAdmin } from '../../http/reach.ts';
import { described } from '../../openapi/operation.ts';
import { jobEventsExample } from '../examples.ts';

const operation = {
  tag: 'Extensions',
  description:
    'The header Last-Event-ID resumes a stream with the jobs that have ended since. The event `reload` says that some changes are not sent: read the lists of jobs again; the unfinished jobs follow.',
  files: { 'text/event-stream': jobEventsExample },
};

/** The events of all jobs: of the caller's organization, or of all. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get(
    '/jobs/events',
    {
      ...described('watchJobs', {
        ...operation,
        summary: 'Sends the unfinished jobs of the organization and their changes as Server-Sent Events.',
      }),
      exposeHeadRoute: false,
    },
    (request, reply) =>
      app.sendEvents(request, reply, { organizationId: request.caller.organizationId, workflowId: null }),
  );

  app.get(
    '/jobs/events_on_all_organizations',
    {
      ...described('watchJobsInAllOrganizations', {
        ...operation,
        isForSystemAdmins: true,
        summary: 'Sends the unfinished jobs of all organizations and their changes as Server-Sent Events.',
      }),
      exposeHeadRoute: false,
    },
    (request, reply) => {
      requireSystemAdmin(request.caller);
      return app.sendEvents(request, reply, { organizationId: null, workflowId: null });
    },
  );

  done();
}
