import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startWorker } from '../../engine/roles/worker.ts';
import { readTaskQueues } from '../../engine/jobs/task-queue.ts';
import { startTestEngine } from '../support/engine.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { maintain } from '../support/maintenance.ts';
import { bundle } from '../workflows/support.ts';
import { EXPECTED_STATS, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

const DEPLOYMENT = 'mail';
const PATIENCE = { timeout: 60_000, interval: 250 };

describe('deploying a version of the workers while imports run', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine({
      ...MANY_PIECES,
      TEMPORAL_DEPLOYMENT_NAME: DEPLOYMENT,
      TEMPORAL_WORKER_BUILD_ID: 'v1',
    });
    await makeCurrent(engine, 'v1');
  });
  afterAll(() => engine.stop());

  it('leaves a running import on its version, even if the next one cannot run it', async () => {
    const held = await holdImport(engine, MERGING);
    await deployChange(engine, 'v2');
    await makeCurrent(engine, 'v2');
    await held.release();

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(new Set(await versionsOf(engine, held.workflowId))).toEqual(new Set(['v1']));
    expect(await timersOf(engine, held.workflowId)).toBe(0);
  });

  it('begins later imports on the current version', async () => {
    await deployChange(engine, 'v2');
    const id = await createImport(engine, await createList(engine, 'Begun later'), 'email\nann@example.com\n');
    expect(await untilEnded(engine, id)).toMatchObject({ state: 'finished' });
    expect(new Set(await versionsOf(engine, `subscriber-import/${id}`))).toEqual(new Set(['v2']));
    expect(await timersOf(engine, `subscriber-import/${id}`)).toBe(1);
  });

  it('moves the maintenance to the current version', async () => {
    await deployChange(engine, 'v2');
    await untilMaintainedBy(engine, 'v2');
  });

  it('counts the workers of all versions', async () => {
    await deployChange(engine, 'v2');
    await vi.waitFor(async () => expect((await readTaskQueues(engine.temporal)).workers).toBeGreaterThan(0), PATIENCE);
  });
});

describe('giving versions to workers that had none', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('moves the jobs and the maintenance to the first version, and the maintenance on and back again', async () => {
    const maintenance = engine.temporal.workflow.getHandle(engine.temporal.names.maintenance);
    const { runId } = await maintenance.describe();
    const held = await holdImport(engine, MERGING);
    await untilMaintainedBy(engine, '');

    await engine.stopWorker();
    await engine.startWorker({ workerVersion: { deploymentName: DEPLOYMENT, buildId: 'v1' } });
    await makeCurrent(engine, 'v1');
    await held.release();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect((await versionsOf(engine, held.workflowId)).at(-1)).toBe('v1');
    await untilMaintainedBy(engine, 'v1');

    await deployChange(engine, 'v2');
    await makeCurrent(engine, 'v2');
    await untilMaintainedBy(engine, 'v2');

    await makeCurrent(engine, '');
    await engine.stopWorker();
    await engine.startWorker();
    await untilMaintainedBy(engine, '');
    expect((await maintenance.describe()).runId).toBe(runId);
  });
});

/** Runs a part of the maintenance until workers of a version have done so; workers without a version are ''. */
async function untilMaintainedBy(engine: TestEngine, buildId: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await maintain(engine.temporal, 'reconcile')).toMatchObject({ failure: null });
    expect((await versionsOf(engine, engine.temporal.names.maintenance)).at(-1)).toBe(buildId);
  }, PATIENCE);
}

/** Starts a worker of a version whose workflow code differs from the engine's; it stops with the test. */
async function deployChange(engine: TestEngine, buildId: string): Promise<void> {
  const workerVersion = { deploymentName: DEPLOYMENT, buildId };
  const worker = await startWorker({ ...engine.config, workerVersion }, await bundle('./fixtures/unpatched-change.ts'));
  onTestFinished(() => worker.stop());
}

/** As `temporal worker deployment set-current-version`; the server knows a version once its worker has polled. */
async function makeCurrent({ temporal }: TestEngine, buildId: string): Promise<void> {
  const { workflowService, options } = temporal;
  const version = { namespace: options.namespace, deploymentName: DEPLOYMENT, buildId };
  await vi.waitFor(() => workflowService.setWorkerDeploymentCurrentVersion(version), PATIENCE);
}

/** The version of the workers of each completed workflow task. */
async function versionsOf({ temporal }: TestEngine, workflowId: string): Promise<string[]> {
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
  const completed = (events ?? []).flatMap((event) => event.workflowTaskCompletedEventAttributes ?? []);
  return completed.map(({ deploymentVersion }) => deploymentVersion?.buildId ?? '');
}

async function timersOf({ temporal }: TestEngine, workflowId: string): Promise<number | undefined> {
  const { events } = await temporal.workflow.getHandle(workflowId).fetchHistory();
  return events?.filter((event) => event.timerStartedEventAttributes).length;
}
