import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WATCH } from '../../workflows/names.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import type { TestEngine } from '../support/engine.ts';
import { startTestEngine } from '../support/engine.ts';
import { holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

// What it says of each trouble is looked at by the drills of stuck.test.ts and deploys.test.ts.
describe('the watch over jobs', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('reports that no job is stuck or stalled', async () => {
    const held = await holdImport(engine, MERGING);
    const details = await currentDetailsOf(engine.temporal, WATCH);
    await held.release();

    expect(details).toMatch(/^\*\*No job is stuck or stalled\.\*\*\n\nWorkers that polled [a-z ]+: 1\. Tasks /);
  });

  it('is pointed to by the page of each job', async () => {
    const held = await holdImport(engine, MERGING);
    const description = await engine.temporal.workflow.getHandle(held.workflowId).describe();
    await held.release();

    expect(await description.staticDetails()).toContain('`sluice-watch`');
  });

  it('keeps no history of what it is asked', async () => {
    await currentDetailsOf(engine.temporal, WATCH);
    const { historyLength } = await engine.temporal.workflow.getHandle(WATCH).describe();

    expect(historyLength).toBe(4);
  });

  it('refuses questions of another kind', async () => {
    await expect(engine.temporal.workflow.getHandle(WATCH).query('jobView')).rejects.toThrow(
      'The watch supports the query __temporal_workflow_metadata only.',
    );
  });

  it('begins again when somebody ended it', async () => {
    const { runId } = await engine.temporal.workflow.getHandle(WATCH).describe();
    await engine.temporal.workflow.getHandle(WATCH).terminate();
    // Only when it has been asked, or a minute has passed, does it look whether it is there.
    await currentDetailsOf(engine.temporal, WATCH);

    await vi.waitFor(async () => {
      const next = await engine.temporal.workflow.getHandle(WATCH).describe();
      expect([next.status.name, next.runId === runId]).toEqual(['RUNNING', false]);
    }, PATIENCE);
    expect(await currentDetailsOf(engine.temporal, WATCH)).toContain('Workers that polled');
  });
});

const PATIENCE = { timeout: 30_000, interval: 250 };
