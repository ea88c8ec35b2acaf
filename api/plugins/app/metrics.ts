import fp from 'fastify-plugin';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { countFtpServers } from '../../../engine/db/uploads/ftp-servers.ts';
import { createRegistry } from '../../../engine/metrics/registry.ts';
import { checkParts, reachFiles } from '../../http/health.ts';
import { gaugeJobs } from '../../jobs/gauges.ts';

/** Prometheus metrics at /metrics, when METRICS is set: numbers by route, state, status and the id of an organization. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    if (!app.config.metrics) return done();
    const registry = createRegistry('api');
    const duration = new Histogram({
      name: 'sluice_http_request_duration_seconds',
      help: 'How long calls take, by the pattern of their route and the status of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers: [registry],
    });
    gaugeJobs(app, registry);
    gaugeParts(app, registry);
    new Gauge({
      name: 'sluice_event_streams',
      help: 'Event streams of jobs that are open at this process.',
      registers: [registry],
      collect() {
        this.set(app.openEventStreams());
      },
    });

    app.addHook('onResponse', (request, reply, answered) => {
      const { method, routeOptions } = request;
      duration.observe(
        { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
        reply.elapsedTime / 1000,
      );
      answered();
    });
    app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
    done();
  },
  { name: 'metrics', dependencies: ['connections', 'cache', 'files', 'jobs', 'job-feed', 'mailer'] },
);

/** Adds gauges of what this API depends on, read at each scrape as at /readyz, of FTP servers, and of the jobs that the database has lost. */
function gaugeParts(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'sluice_part_ready',
    help: 'Whether a part of /readyz is up (1) or down (0); a part that is not configured or not known yet is left out.',
    labelNames: ['part'],
    registers,
    async collect() {
      const [{ postgres, temporal, redis, mail }, files] = await Promise.all([checkParts(app), reachFiles(app)]);
      this.reset();
      for (const [part, { state }] of Object.entries({ postgres, temporal, redis, files, mail }))
        if (state === 'up' || state === 'down') this.set({ part }, state === 'up' ? 1 : 0);
    },
  });
  new Gauge({
    name: 'sluice_ftp_servers',
    help: 'FTP servers that have a session with Postgres.',
    registers,
    async collect() {
      const servers = await countFtpServers(app.service.db).catch(() => null);
      if (servers === null) this.remove({});
      else this.set(servers);
    },
  });
  new Gauge({
    name: 'sluice_lost_jobs',
    help: 'Jobs that Temporal knows and the database has lost, since it went back in the last seven days; left out until this process has looked.',
    registers,
    collect() {
      const lost = app.lostJobs();
      if (lost === null) this.remove({});
      else this.set(lost);
    },
  });
}
