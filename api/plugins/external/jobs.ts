import { Connection } from '@temporalio/client';
import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import type { AppOptions } from '../../app-options.ts';
import { createTemporalJobs } from '../../jobs/temporal-jobs.ts';
import { ConfigurationError } from '../../../engine/platform/errors.ts';
import { followEpoch } from '../../../engine/db/installation/epoch.ts';
import { reportLostJobs } from '../../../engine/jobs/lost-jobs.ts';
import { TemporalClient } from '../../../engine/jobs/temporal-client.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The number of jobs that a database which went back has lost; null before the first look. */
    lostJobs: () => number | null;
  }
}

export default fp(
  async (app: FastifyInstance, { jobs }: AppOptions) => {
    if (jobs === undefined) return connect(app);
    app.decorate('jobs', jobs);
    app.decorate('lostJobs', () => null);
  },
  { name: 'jobs', dependencies: ['connections', 'installation', 'temporal'] },
);

async function connect(app: FastifyInstance): Promise<void> {
  const { temporalOptions } = app;
  const { otlpEndpoint } = app.config;
  if (temporalOptions === null) throw new ConfigurationError(['TEMPORAL_ADDRESS must be set.']);
  // Lazy: the API starts, reads and takes imports while Temporal is down.
  const connection = Connection.lazy(temporalOptions);
  const interceptors = otlpEndpoint === undefined ? {} : { workflow: [await createTracingInterceptor()] };
  const epoch = followEpoch(app.service.pool, app.service.epochMemory);
  const client = new TemporalClient(app.config, { connection, interceptors }, epoch.current);
  const jobs = createTemporalJobs({ client, pool: app.service.pool, log: app.log, own: app.ownTemporal });
  const lostReport = reportLostJobs({ client, pool: app.service.pool, log: app.log });
  app.addHook('onClose', async () => {
    epoch.stop();
    await lostReport.stop();
    await jobs.drain();
    await connection.close();
  });
  app.decorate('jobs', jobs);
  app.decorate('lostJobs', lostReport.lostJobs);
}

/** Loaded only for traces: its packages take a twentieth of the start. */
async function createTracingInterceptor() {
  const { OpenTelemetryWorkflowClientInterceptor } = await import('@temporalio/interceptors-opentelemetry');
  return new OpenTelemetryWorkflowClientInterceptor();
}
