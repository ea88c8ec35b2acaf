import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { checkParts, reachFiles } from './health.ts';

/** Adds gauges of what this API depends on, read at each scrape as at /readyz, and of the jobs that the database has lost. */
export function gaugeParts(app: FastifyInstance, registry: Registry): void {
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
