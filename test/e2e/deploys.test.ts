import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WATCH } from '../../workflows/names.ts';
import { startWorker } from '../../engine/roles/worker.ts';
import type { RunningWorker } from '../../engine/roles/worker.ts';
import { currentDetailsOf } from '../support/current-details.ts';
import { startTestEngine } from '../support/engine.ts';
import { maintain } from '../support/maintenance.ts';
import type { TestEngine } from '../support/engine.ts';
import { createImport, createList, untilEnded } from '../support/imports.ts';
import { bundle } from '../workflows/support.ts';
import { openOnCallDocument } from './support/on-call-page.ts';
import { EXPECTED_STATS, holdImport, MANY_PIECES, MERGING } from './support/staged-import.ts';

describe('deploying a change of a workflow while imports run', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await startTestEngine(MANY_PIECES);
  });
  afterAll(() => engine.stop());

  it('guarded with patched(): the version after finishes what the version before began', async () => {
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const next = await deploy('patched-change');
    await held.release();

    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(await timersOf(held.id)).toBe(0);
    const begun = await createImport(engine, await createList(engine, 'Begun later'), 'email\nann@example.com\n');
    expect(await untilEnded(engine, begun)).toMatchObject({ state: 'finished' });
    expect(await timersOf(begun)).toBe(1);

    await next.stop();
    await engine.startWorker();
  });

  it('without a guard: the job is named as broken by the deploy, and goes on with the version before', async () => {
    const page = openOnCallDocument(engine);
    const held = await holdImport(engine, MERGING);
    await engine.stopWorker();
    const broken = await deploy('unpatched-change');
    await held.release();

    await vi.waitFor(async () => {
      const said = await page.run('Bad deploy', 0, { importId: held.id });
      expect(said).toMatch(/bad_deploy: .*nondeterminism/);
    }, PATIENCE);
    expect(await currentDetailsOf(engine.temporal, WATCH)).toMatch(
      new RegExp(
        `- \`subscriber-import/${held.id}\`, \\*\\*bad_deploy:\\*\\* .*nondeterminism.*\n +What to do: Deploy`,
      ),
    );
    expect(await maintain(engine.temporal, 'diagnose')).toMatchObject({ result: { stuck: 1 } });

    await broken.stop();
    await engine.startWorker();
    expect(await untilEnded(engine, held.id)).toMatchObject({ state: 'finished', stats: EXPECTED_STATS });
    expect(page.untried('deploys.test.ts')).toEqual([]);
  });

  /** Starts a worker with other workflow code than the engine's. */
  async function deploy(name: string): Promise<RunningWorker> {
    const worker = await startWorker(engine.config, await bundle(`./fixtures/${name}.ts`));
    onTestFinished(() => worker.stop());
    return worker;
  }

  async function timersOf(importId: number): Promise<number | undefined> {
    const { events } = await engine.temporal.workflow.getHandle(`subscriber-import/${importId}`).fetchHistory();
    return events?.filter((event) => event.timerStartedEventAttributes).length;
  }
});

const PATIENCE = { timeout: 90_000, interval: 500 };
