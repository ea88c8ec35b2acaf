import type { FastifyInstance } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { countUnfinishedImports } from '../engine/db/import-counts.ts';
import type { TaskQueue } from '../engine/jobs/task-queue.ts';
import { oneAtATime } from './one-at-a-time.ts';

const STATES = ['scheduled', 'downloading', 'splitting', 'importing', 'paused'];

/** Adds what is asked of Postgres and Temporal at each scrape; what does not answer is left out rather than shown as 0. */
export function gaugeJobs(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'sluice_imports',
    help: 'Unfinished imports by state and health; all are ok while Temporal, which knows better, is away.',
    labelNames: ['state', 'health'],
    registers,
    async collect() {
      this.reset();
      const counts = await importCounts(app);
      for (const { state, health, count } of counts) this.inc({ state, health }, count);
    },
  });

  const taskQueue = oneAtATime(() => app.jobs.taskQueue());
  for (const [name, help, read] of QUEUE_GAUGES) {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const queue = await taskQueue();
        if (queue === null) this.remove({});
        else this.set(read(queue));
      },
    });
  }
}

const QUEUE_GAUGES: readonly (readonly [name: string, help: string, read: (queue: TaskQueue) => number])[] = [
  ['sluice_workers', 'Worker processes that ask for work.', (queue) => queue.workers],
  ['sluice_task_queue_tasks', 'Tasks that no worker has taken yet, about.', (queue) => queue.backlog],
  ['sluice_task_queue_age_seconds', 'Waiting time of the oldest of these tasks, about.', (queue) => queue.backlogAge],
];

async function importCounts(app: FastifyInstance) {
  const [all, unwell] = await Promise.all([countUnfinishedImports(app.db).catch(() => null), app.jobs.unwellImports()]);
  if (all === null) return [];
  const ok = STATES.map((state) => {
    const total = all.find((counted) => counted.state === state)?.count ?? 0;
    const other = unwell?.filter((counted) => counted.state === state).reduce((sum, { count }) => sum + count, 0) ?? 0;
    return { state, health: 'ok', count: Math.max(0, total - other) };
  });
  return [...ok, ...(unwell ?? [])];
}
