import { Connection } from '@temporalio/client';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';
import { createTemporalJobs } from '../../jobs/temporal-jobs.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';
import { temporalConnectionOptions } from '../../../engine/jobs/temporal.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';

export default fp(
  (app: FastifyInstance, { jobs }: AppOptions, done: () => void) => {
    app.decorate('jobs', jobs ?? connect(app));
    done();
  },
  { name: 'jobs', dependencies: ['pool'] },
);

function connect(app: FastifyInstance) {
  const { temporalAddress, otlpEndpoint } = app.config;
  if (temporalAddress === undefined) throw new ConfigurationError(['TEMPORAL_ADDRESS must be set.']);
  // Lazy: the API starts, reads and takes imports while Temporal is down.
  const connection = Connection.lazy(temporalConnectionOptions(app.config, temporalAddress));
  const interceptors = otlpEndpoint === undefined ? {} : { workflow: [new OpenTelemetryWorkflowClientInterceptor()] };
  const client = new TemporalClient(app.config, { connection, interceptors });
  const jobs = createTemporalJobs(client, app.pool, app.log);
  app.addHook('onClose', async () => {
    await jobs.drain();
    await connection.close();
  });
  return jobs;
}
