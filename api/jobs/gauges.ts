import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { countUnfinishedJobs } from '../../engine/db/jobs/operator.ts';
import { readOrganizationShares } from '../../engine/db/jobs/organization-shares.ts';
import type { OrganizationShare } from '../../engine/db/jobs/organization-shares.ts';
import { readWebhookHealth } from '../../engine/db/webhooks/health.ts';
import { JOB_KINDS, CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import type { Backlog } from '../../engine/jobs/task-queue.ts';
import { coalesce } from '../http/coalesce.ts';

/** Adds gauges that are read from Postgres and Temporal at each scrape; one that cannot be read is left out, not shown as 0. */
export function gaugeJobs(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const jobCounts = coalesce(() => readJobCounts(app));
  new Gauge({
    name: 'sluice_jobs',
    help: 'Unfinished jobs by kind, state and health; all count as ok while Temporal does not answer.',
    labelNames: ['kind', 'state', 'health'],
    registers,
    async collect() {
      this.reset();
      for (const { kind, state, health, count } of await jobCounts()) this.inc({ kind, state, health }, count);
    },
  });
  for (const { name, gauge } of JOB_KINDS) {
    if (gauge === undefined) continue;
    new Gauge({
      ...gauge,
      labelNames: ['state', 'health'],
      registers,
      async collect() {
        this.reset();
        const counts = (await jobCounts()).filter(({ kind }) => kind === name);
        for (const { state, health, count } of counts) this.inc({ state, health }, count);
      },
    });
  }

  gaugeShares(app, registers);
  gaugeWebhooks(app, registers);
  new Gauge({
    name: 'sluice_workers',
    help: 'Worker processes that poll for work.',
    registers,
    async collect() {
      const queues = await app.jobs.taskQueues();
      if (queues === null) this.remove({});
      else this.set(queues.workers);
    },
  });
  for (const [name, help, read] of BACKLOG_GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: ['task_queue'],
      registers,
      async collect() {
        const queues = await app.jobs.taskQueues();
        this.reset();
        for (const backlog of queues?.backlogs ?? []) this.set({ task_queue: backlog.taskQueue }, read(backlog));
      },
    });
  }
}

/** Organizations with time series of their own: many would make the metrics large, and few matter at a time. */
const LISTED_ORGANIZATIONS = 10;

function gaugeShares(app: FastifyInstance, registers: Registry[]): void {
  const shares = coalesce(() =>
    readOrganizationShares(app.service.db, CLIENT_JOB_KINDS, LISTED_ORGANIZATIONS).catch(() => null),
  );
  for (const [name, help, read] of SHARE_GAUGES) {
    new Gauge({
      name,
      help: `${help}, by organization: the ten with the most, and the others together.`,
      labelNames: ['organization_id'],
      registers,
      async collect() {
        this.reset();
        for (const share of (await shares()) ?? []) {
          this.set({ organization_id: share.organizationId ?? 'other' }, read(share));
        }
      },
    });
  }
}

function gaugeWebhooks(app: FastifyInstance, registers: Registry[]): void {
  const health = coalesce(() => readWebhookHealth(app.service.db).catch(() => null));
  new Gauge({
    name: 'sluice_webhook_endpoints',
    help: 'Webhook endpoints by state: ok, failing, or disabled by the service.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const { ok, failing, disabled } = (await health()) ?? {};
      for (const [state, count] of Object.entries({ ok, failing, disabled }))
        if (count !== undefined) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'sluice_webhook_age_seconds',
    help: 'How long the oldest event has waited for a webhook endpoint that does not fail.',
    registers,
    async collect() {
      const read = await health();
      if (read === null) this.remove({});
      else this.set(read.ageSeconds);
    },
  });
}

const SHARE_GAUGES: readonly (readonly [name: string, help: string, read: (share: OrganizationShare) => number])[] = [
  [
    'sluice_organization_rows_per_second',
    'Rows of jobs over the last minute, from which the share of each follows',
    ({ rate }) => rate,
  ],
  ['sluice_organization_waiting_jobs', 'Jobs that wait for a slot of their organization', ({ waiting }) => waiting],
];

const BACKLOG_GAUGES: readonly (readonly [name: string, help: string, read: (backlog: Backlog) => number])[] = [
  ['sluice_task_queue_tasks', 'Approximate number of tasks that no worker has taken yet.', ({ tasks }) => tasks],
  [
    'sluice_task_queue_age_seconds',
    'Approximate waiting time of the oldest of these tasks.',
    ({ ageSeconds }) => ageSeconds,
  ],
];

async function readJobCounts(app: FastifyInstance) {
  const [all, unhealthy] = await Promise.all([
    countUnfinishedJobs(app.service.db, JOB_KINDS).catch(() => null),
    app.jobs.unhealthyJobs().then((counts) => counts ?? []),
  ]);
  if (all === null) return [];
  const ok = JOB_KINDS.flatMap(({ name: kind, states }) =>
    states.map((state) => {
      const isCounted = (each: { kind: string; state: string }) => each.kind === kind && each.state === state;
      const total = all.find(isCounted)?.count ?? 0;
      const others = unhealthy.filter(isCounted).reduce((sum, { count }) => sum + count, 0);
      return { kind, state, health: 'ok', count: Math.max(0, total - others) };
    }),
  );
  return [...ok, ...unhealthy];
}
