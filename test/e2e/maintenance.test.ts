import { WorkflowIdConflictPolicy } from '@temporalio/common';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMaintenanceProgress } from '../../engine/jobs/maintenance-progress.ts';
import { ensureMaintenance } from '../../engine/jobs/maintenance.ts';
import { INSTALLATION, MAINTENANCE, WATCH } from '../../workflows/names.ts';
import { createLogger } from '../../engine/platform/logger.ts';
import { maintenanceState } from '../../workflows/maintenance.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { maintain, pauseMaintenance } from '../support/maintenance.ts';

const PATIENCE = { timeout: 90_000, interval: 250 };
const OLD_SCHEDULES = ['sluice-sweep', 'sluice-diagnose', 'sluice-purge'];

describe('the maintenance', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
    await pauseMaintenance(engine.temporal, 'reconcile', 'purge');
  });
  afterAll(() => engine.stop());

  const handle = () => engine.temporal.workflow.getHandle(MAINTENANCE);
  const details = () => currentDetailsOf(engine.temporal, MAINTENANCE);
  const ensure = (progress = createMaintenanceProgress()) =>
    ensureMaintenance(engine.temporal, createLogger(engine.config, 'worker'), progress);

  it('is one workflow, however often its parts run and workers start, in place of the schedules of an older version', async () => {
    for (const scheduleId of OLD_SCHEDULES) {
      await engine.temporal.schedule.create({
        scheduleId,
        spec: { intervals: [{ every: '1h' }] },
        action: { type: 'startWorkflow', workflowType: 'sweep', taskQueue: 'sluice' },
      });
    }
    const { runId } = await handle().describe();
    await engine.stopWorker();
    await engine.startWorker();

    for (const part of ['diagnose', 'reconcile', 'purge', 'diagnose', 'reconcile'] as const) {
      expect((await maintain(engine.temporal, part)).failure).toBeNull();
    }
    expect((await handle().describe()).runId).toBe(runId);
    await vi.waitFor(async () => {
      const schedules: string[] = [];
      for await (const { scheduleId } of engine.temporal.schedule.list()) schedules.push(scheduleId);
      expect(schedules).toEqual([]);
      const workflows: string[] = [];
      for await (const { workflowId } of engine.temporal.workflow.list()) workflows.push(workflowId);
      expect(workflows.sort()).toEqual([MAINTENANCE, INSTALLATION, `${INSTALLATION}/sluice`, WATCH].sort());
    }, PATIENCE);
  });

  it('says what it is, and of each part when it ran last and what came of it', async () => {
    const description = await handle().describe();
    expect(await description.staticSummary()).toBe('Diagnoses, reconciles and purges jobs');
    expect(await description.staticDetails()).toContain('`reconcile` (every minute)');
    await maintain(engine.temporal, 'reconcile');
    expect(await details()).toMatch(/^\| reconcile \| 60 s \| .* UTC \| started 0, failed 0 \| paused \|$/m);
  });

  it('runs a part by a signal of its name', async () => {
    const before = (await handle().query(maintenanceState)).reconcile?.last?.at ?? '';
    await handle().signal('reconcile');
    await vi.waitFor(async () => {
      expect((await handle().query(maintenanceState)).reconcile?.last?.at).not.toBe(before);
    }, PATIENCE);
  });

  it('runs a part by itself again once it is unpaused', async () => {
    await handle().signal('unpause', 'diagnose');
    const before = (await handle().query(maintenanceState)).diagnose?.last?.at ?? '';
    await vi.waitFor(async () => {
      expect((await handle().query(maintenanceState)).diagnose?.last?.at).not.toBe(before);
    }, PATIENCE);
    await pauseMaintenance(engine.temporal, 'diagnose');
  });

  it('is not held up by a part that takes long', async () => {
    const holder = await engine.pool.connect();
    await holder.query('begin; lock table pending_subscribers in access exclusive mode');
    await handle().signal('purge');
    await vi.waitFor(async () => expect(await details()).toMatch(/^\| purge .* \| running \|$/m), PATIENCE);

    expect(await maintain(engine.temporal, 'reconcile')).toMatchObject({ result: { started: 0, failed: 0 } });
    expect(await maintain(engine.temporal, 'diagnose')).toMatchObject({ result: { stuck: 0 } });

    expect(await details()).toMatch(/^\| purge .* \| running \|$/m);
    await holder.query('commit');
    holder.release();
    await vi.waitFor(async () => expect(await details()).toMatch(/^\| purge .* \| paused \|$/m), PATIENCE);
  });

  it('shows the failure of a part until it succeeds, and answers it to whoever ran the part', async () => {
    await engine.pool.query('alter table pending_subscribers rename column expires_at to expired_at');
    await expect(maintain(engine.temporal, 'purge')).rejects.toMatchObject({
      cause: { type: 'MaintenanceFailed', message: expect.stringContaining('SQLSTATE 42703') as string },
    });
    expect(await details()).toMatch(/^\| purge .*\*\*failed 1 time in a row:\*\* .*SQLSTATE 42703/m);
    await engine.pool.query('alter table pending_subscribers rename column expired_at to expires_at');
    expect((await maintain(engine.temporal, 'purge')).failure).toBeNull();
    expect(await details()).not.toContain('failed 1 time');
  });

  it('goes on in another run before its history is long, with what it remembers', async () => {
    // Sent again when it reaches a run that ends, or a busy worker too late.
    const state = () => vi.waitFor(() => handle().query(maintenanceState), PATIENCE);
    const { runId } = await handle().describe();
    const before = await state();
    // Signals that name no part change nothing, and are events.
    while ((await handle().describe()).runId === runId) {
      for (let sent = 0; sent < 20; sent++) await handle().signal('pause', 'nothing');
      // Answered when the worker has handled them. Sent without a break, signals reach a workflow on a busy machine while it
      // completes each task, so it never goes on in another run, and Temporal refuses the ten-thousandth.
      await state();
    }
    expect(await state()).toEqual(before);
    expect(before).toMatchObject({ purge: { isPaused: true }, diagnose: { isPaused: true } });
    expect(await maintain(engine.temporal, 'reconcile')).toMatchObject({ failure: null });
  });

  it('is started again when it was terminated or cancelled, and left alone while it runs', async () => {
    await ensure();
    const { runId } = await handle().describe();
    await handle().terminate('an accident');
    await ensure();
    const second = await handle().describe();
    expect([second.status.name, second.runId === runId]).toEqual(['RUNNING', false]);
    await pauseMaintenance(engine.temporal, 'diagnose', 'reconcile', 'purge');
    await handle().cancel();
    // Asked of its run: the worker, too, starts the maintenance again, once a minute.
    const cancelled = engine.temporal.workflow.getHandle(MAINTENANCE, second.runId);
    await vi.waitFor(async () => expect((await cancelled.describe()).status.name).toBe('CANCELLED'), PATIENCE);
    await ensure();
    await ensure();
    expect(await maintain(engine.temporal, 'diagnose')).toMatchObject({ result: { stuck: 0 } });
  });

  it('is replaced when nothing happens in it for long, and what was paused stays paused', async () => {
    await pauseMaintenance(engine.temporal, 'diagnose');
    await handle().signal('unpause', 'reconcile');
    await maintain(engine.temporal, 'reconcile');
    const { runId } = await handle().describe();
    let now = 0;
    const progress = createMaintenanceProgress(() => now);
    const lookAgain = async (after: number) => {
      now += after;
      await ensure(progress);
      return (await handle().describe()).runId;
    };
    await lookAgain(0);
    // It takes a minute until something is due again.
    expect(await lookAgain(30_000)).toBe(runId);
    expect(await lookAgain(30_000)).toBe(runId);
    // What it finishes between two looks counts as something that happens.
    await vi.waitFor(async () => expect(await lookAgain(30_000)).not.toBe(runId), PATIENCE);
    await vi.waitFor(async () => {
      const state = await handle().query(maintenanceState);
      expect(state).toMatchObject({ diagnose: { isPaused: true }, reconcile: { isPaused: false } });
    }, PATIENCE);
    await pauseMaintenance(engine.temporal, 'reconcile');
  });

  it('is replaced when no worker can run its code', async () => {
    await handle().terminate('to be broken');
    await engine.temporal.workflow.start('maintenanceOfAnotherVersion', {
      workflowId: MAINTENANCE,
      taskQueue: 'sluice',
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.TERMINATE_EXISTING,
    });
    await vi.waitFor(async () => {
      await ensure();
      expect((await handle().describe()).type).toBe('maintenance');
    }, PATIENCE);
    expect(await maintain(engine.temporal, 'reconcile')).toMatchObject({ failure: null });
  });
});
