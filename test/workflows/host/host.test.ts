import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSandbox, payloadOf } from '../../simulation/workflow-sandbox.ts';
import type { Sandbox } from '../../simulation/workflow-sandbox.ts';
import { shapesOf } from './command-shapes.ts';
import { playRun } from './play-run.ts';
import type { PlayedRun } from './play-run.ts';
import { PLAYED_JOBS } from './played-jobs.ts';
import type { PlayedJob } from './played-jobs.ts';
import { createTape } from './tape.ts';

const RUNS = 60;
const tapes = fc.array(fc.nat(), { size: '+1', maxLength: 200 });

describe('the history of a job replays, whatever comes at the same moment', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  it.each(PLAYED_JOBS)('of $name', async (job) => {
    await fc.assert(
      fc.asyncProperty(tapes, async (numbers) => {
        for (const played of await play(job, numbers)) {
          expect(await replay(played)).toEqual(played.commands);
        }
      }),
      { numRuns: RUNS },
    );
  });

  /** Plays a job, each run of which may continue as new, until the numbers are used up. */
  async function play(job: PlayedJob, numbers: readonly number[]): Promise<PlayedRun[]> {
    const tape = createTape(numbers);
    const { workflowType, workflowId, input } = job;
    const runs: PlayedRun[] = [];
    let given: PlayedRun['next'] = [payloadOf(input)];
    while (given !== null) {
      const run = { workflowType, workflowId, runId: `run-${runs.length}`, taskQueue: 'sluice', arguments: given };
      const played: PlayedRun = await playRun(sandbox, job, run, tape);
      runs.push(played);
      given = tape.isOver() ? null : played.next;
    }
    return runs;
  }

  async function replay({ run, history }: PlayedRun): Promise<string[]> {
    const [first] = history;
    const live = await sandbox.load(run, first?.moment ?? { now: 0, historyLength: 3 });
    const commands: string[] = [];
    for (const { jobs, moment } of history) commands.push(...shapesOf(await live.activate(jobs, moment)));
    await live.dispose();
    return commands;
  }
});
