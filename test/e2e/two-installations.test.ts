import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { createImport, createList, emailsOf, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { createNamespace } from '../support/namespaces.ts';
import { serve } from '../engine/files/serve.ts';
import type { SluiceRun } from '../support/sluice.ts';
import { runSluice } from '../support/sluice.ts';
import { heldActivity, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';

const NAMESPACE = 'shared-namespace';
const PATIENCE = { timeout: 60_000, interval: 200 };

describe('two installations with a database each in one namespace', () => {
  let first: TestEngine;
  let second: TestEngine;
  let stopped: () => Promise<void>;

  beforeAll(async () => {
    const { address } = inject('temporal');
    const { client } = await createNamespace(address, NAMESPACE);
    const settings = { ...MANY_PIECES, METRICS: 'true', TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: NAMESPACE };
    first = await startTestEngine(settings);
    second = await startTestEngine({ ...settings, WORKFLOW_ID_PREFIX: 'eu-' });
    stopped = () => client.connection.close();
  });
  afterAll(async () => {
    await first?.stop();
    await second?.stop();
    await stopped?.();
  });

  it('each run imports of the same ids into their own database', async () => {
    const ids = [];
    for (const [engine, email] of [
      [first, 'ann@example.com'],
      [second, 'bob@example.com'],
    ] as const) {
      const list = await createList(engine, 'Members');
      const id = await createImport(engine, list, `email\n${email}\n`);
      expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
      expect(await emailsOf(engine, list)).toEqual([email]);
      ids.push(id);
    }
    expect(ids).toEqual([1, 1]);
    expect(await queuesOf(first, 'subscriber-import/1')).toEqual(['sluice']);
    expect(await queuesOf(second, 'eu-subscriber-import/1')).toEqual(['eu-sluice']);
  });

  it('each download on a task queue of their own', async () => {
    const { origin } = await serve((_, response) => response.end('email\ncy@example.com\n'));
    const id = await createImport(second, await createList(second, 'Downloaded'), { type: 'url', url: origin() });
    expect(await untilEnded(second, id)).toMatchObject({ state: 'finished' });
    const queues = ['eu-sluice', 'eu-sluice-downloads', 'eu-sluice-records', 'eu-sluice-small'];
    expect(await queuesOf(second, `eu-subscriber-import/${id}`)).toEqual(queues);
  });

  it('each diagnose, show and count their own jobs', async () => {
    const held = await holdImport(second, MERGING);
    await pauseActivity(held);
    await vi.waitFor(
      async () => expect(await maintain(second.temporal, 'diagnose')).toMatchObject({ result: { stuck: 1 } }),
      PATIENCE,
    );
    await vi.waitFor(
      async () => expect(await metricsOf(second)).toMatch(/^sluice_jobs\{.*health="stuck".*\} 1$/m),
      PATIENCE,
    );

    expect(await maintain(first.temporal, 'diagnose')).toMatchObject({ result: { stuck: 0 } });
    expect(await metricsOf(first)).not.toContain('health="stuck"');
    expect(await currentDetailsOf(first.temporal, 'sluice-watch')).toContain('No job is stuck');
    const shown = await currentDetailsOf(second.temporal, 'eu-sluice-watch');
    expect(shown).toContain(`\`eu-subscriber-import/${held.id}\`, **activity_paused:**`);
    expect(shown).toContain(`npx sluice job ${held.id} unpause`);

    expect((await sluice(first, 'jobs')).stdout).toBe('No jobs found.\n');
    expect((await sluice(second, 'jobs', '--health', 'stuck')).stdout).toMatch(new RegExp(`^${held.id} `));
    for (const name of [String(held.id), `subscriber-import/${held.id}`, held.workflowId]) {
      expect((await sluice(second, 'job', name)).stdout, name).toMatch(/^eu-subscriber-import\/\d+: importing, stuck/);
    }
    expect(await sluice(first, 'job', held.workflowId)).toMatchObject({ code: 2 });

    expect(await sluice(second, 'job', held.workflowId, 'unpause')).toMatchObject({ code: 0 });
    await held.release();
    expect(await untilEnded(second, held.id)).toMatchObject({ state: 'finished' });
  });

  it('each reconcile the jobs of their own database, and count their own workers', async () => {
    const held = await holdImport(second, MERGING);
    await second.temporal.workflow.getHandle(held.workflowId).terminate();
    await held.release();
    await vi.waitFor(async () => {
      expect(await maintain(first.temporal, 'reconcile')).toMatchObject({ result: { started: 0, failed: 0 } });
      await maintain(second.temporal, 'reconcile');
      expect((await second.call('GET', `/subscriber_imports/${held.id}`)).data).toMatchObject({ state: 'failed' });
    }, PATIENCE);

    expect(await metricsOf(first)).toMatch(/^sluice_task_queue_tasks\{.*task_queue="sluice-downloads"/m);
    expect(await metricsOf(second)).toMatch(/^sluice_task_queue_tasks\{.*task_queue="eu-sluice-downloads"/m);
    expect(await metricsOf(second)).toMatch(/^sluice_workers\b.* 1$/m);
    const restarted = await sluice(second, 'job', String(held.id), 'restart');
    expect(restarted).toMatchObject({ code: 0 });
    expect(await untilEnded(second, held.id)).toMatchObject({ state: 'finished' });
  });

  async function pauseActivity(held: HeldImport): Promise<void> {
    const { temporal } = second;
    await temporal.workflowService.pauseActivity({
      namespace: temporal.options.namespace,
      execution: { workflowId: held.workflowId },
      id: await heldActivity(second, held),
    });
  }

  async function metricsOf({ app }: TestEngine): Promise<string> {
    return (await app.inject({ method: 'GET', url: '/metrics' })).body;
  }

  /** The task queues of a workflow and of its activities. */
  async function queuesOf({ temporal }: TestEngine, workflowId: string): Promise<string[]> {
    const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
    const queues = (events ?? []).flatMap((event) => {
      const { taskQueue } =
        event.workflowExecutionStartedEventAttributes ?? event.activityTaskScheduledEventAttributes ?? {};
      return taskQueue?.name ? [taskQueue.name] : [];
    });
    return [...new Set(queues)].sort();
  }

  function sluice({ config }: TestEngine, ...args: string[]): Promise<SluiceRun> {
    return runSluice(args, {
      DATABASE_URL: config.databaseUrl ?? '',
      TEMPORAL_ADDRESS: config.temporalAddress ?? '',
      TEMPORAL_NAMESPACE: NAMESPACE,
      WORKFLOW_ID_PREFIX: config.workflowIdPrefix,
      DATA_DIR: config.dataDir,
    });
  }
});
