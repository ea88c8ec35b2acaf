import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { coalesce } from '../../http/coalesce.ts';
import { readJobsReport } from '../../jobs/report.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads the health of the service and its unhealthy jobs. Concurrent calls share a report, which takes one connection of the service. */
    reportJobs: () => ReturnType<typeof readJobsReport>;
  }
}

export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    app.decorate(
      'reportJobs',
      coalesce(() => readJobsReport(app)),
    );
    done();
  },
  { name: 'jobs-report', dependencies: ['connections', 'cache', 'files', 'jobs', 'mailer'] },
);
