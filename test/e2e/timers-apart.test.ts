import { Worker } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { untilEnded } from '../support/imports.ts';
import { bundle } from '../workflows/support.ts';
import { DOWNLOADING, holdImport } from './support/staged-import.ts';
import type { HeldImport } from './support/staged-import.ts';

describe('imports that download at the same time on one worker', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine();
  });
  afterAll(() => engine.stop());

  it('keep their own time limits, and their histories replay', async () => {
    const first = await holdImport(engine, DOWNLOADING);
    const second = await holdImport(engine, DOWNLOADING);

    await first.release();
    await untilEnded(engine, first.id);
    expect(await cancelledTimers(first)).toBe(1);
    expect(await cancelledTimers(second)).toBe(0);

    await second.release();
    await untilEnded(engine, second.id);
    expect(await cancelledTimers(second)).toBe(1);
    const workflowBundle = await bundle();
    for (const held of [first, second]) {
      await expect(Worker.runReplayHistory({ workflowBundle }, await historyOf(held))).resolves.toBeUndefined();
    }
  });

  function historyOf({ workflowId }: HeldImport) {
    return engine.temporal.workflow.getHandle(workflowId).fetchHistory();
  }

  async function cancelledTimers(held: HeldImport): Promise<number> {
    const { events } = await historyOf(held);
    return (events ?? []).filter(({ timerCanceledEventAttributes: cancelled }) => cancelled != null).length;
  }
});
