import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { ActivityDeps } from '../../../engine/activities/deps.ts';
import { createSubscriberImportActivities } from '../../../engine/activities/subscriber-import.ts';
import type { ScanSummary } from '../../../engine/activities/subscriber-import/scan-import-source.ts';
import type { ImportOptions } from '../../../engine/domain/subscriber-imports.ts';
import type { ImportFixture, ImportOutcome, TestList } from '../../support/import-fixture.ts';

type Activities = ReturnType<typeof createSubscriberImportActivities>;
export type ActivityName = keyof Activities;
export type InputOf<Name extends ActivityName> = Parameters<Activities[Name]>[0];
export type AnswerOf<Name extends ActivityName> = Awaited<ReturnType<Activities[Name]>>;

/** Has an activity done, however often it takes; what it answers is the answer of its last attempt. */
export type Perform = <Name extends ActivityName>(name: Name, input: InputOf<Name>) => Promise<AnswerOf<Name>>;

export interface PipelineSettings {
  readonly perform: Perform;
  /** In which order the tasks are done; the order of their numbers by default. */
  readonly order?: (numbers: readonly number[]) => readonly number[];
  /** Has a range staged, or done away with in another way. */
  readonly stage?: (number: number) => Promise<unknown>;
  /** Number of tasks that run concurrently. */
  readonly lanes?: number;
}

/** Runs an import from its scan to its end, in the order in which the machine has it done. */
export async function runImport(importId: number, settings: PipelineSettings): Promise<void> {
  await workOn(importId, settings);
  await settings.perform('recordImportState', { importId, state: 'finished', errorMessage: null });
  await settings.perform('cleanUpImport', { importId });
}

/** Creates an import and runs it to its end, undisturbed. */
export async function importFile(
  fixture: ImportFixture,
  list: TestList,
  source: string | Buffer,
  options: Partial<ImportOptions> = {},
): Promise<ImportOutcome & { readonly id: number }> {
  const id = await fixture.createImport(list, source, options);
  await runImport(id, { perform: undisturbed(fixture.deps) });
  return { id, ...(await fixture.readImport(id)) };
}

/** Does all of an import that is not done yet, but not its end; stages again when staging gets lost. */
async function workOn(importId: number, settings: PipelineSettings): Promise<void> {
  const { perform } = settings;
  for (;;) {
    try {
      const { chunks, limited, settles } = await stageImport(importId, settings);
      if (limited) await perform('admitRows', { importId });
      await inLanes(chunks, settings, (number) => perform('mergeChunk', { importId, number }));
      if (settles) await perform('settleImport', { importId });
      return;
    } catch (error) {
      if (faultType(error) !== 'StagingLost') throw error;
      await perform('resetStaging', { importId });
    }
  }
}

/** Scans the source and stages every range. */
export async function stageImport(importId: number, settings: PipelineSettings): Promise<ScanSummary> {
  const { perform, stage = (number) => perform('stageRange', { importId, number }) } = settings;
  const summary = await perform('scanSource', { importId });
  await inLanes(summary.ranges, settings, stage);
  return summary;
}

/** One attempt of an activity, as a worker would make it. */
export function attempt<Name extends ActivityName>(
  deps: ActivityDeps,
  name: Name,
  input: InputOf<Name>,
  environment = createEnvironment(),
): Promise<AnswerOf<Name>> {
  const activity = createSubscriberImportActivities(deps)[name] as (input: InputOf<Name>) => Promise<AnswerOf<Name>>;
  return environment.run(activity, input);
}

/** Creates the environment of an activity; cancelling it cancels the activity. */
export function createEnvironment(): MockActivityEnvironment {
  return new MockActivityEnvironment(undefined, { logger: SILENT });
}

/** Performs activities without any trouble. */
export function undisturbed(deps: ActivityDeps): Perform {
  return (name, input) => attempt(deps, name, input);
}

/** The type of a failed activity's fault, undefined when it is a fault of the world. */
function faultType(error: unknown): string | undefined {
  return error instanceof ApplicationFailure ? (error.type ?? undefined) : undefined;
}

/** The first failure keeps other lanes from beginning another task, and is thrown when all have stopped. */
async function inLanes(
  tasks: number,
  { order = (numbers) => numbers, lanes = 1 }: PipelineSettings,
  perform: (number: number) => Promise<unknown>,
): Promise<void> {
  const queue = [...order(Array.from({ length: tasks }, (_, number) => number))];
  const lane = async () => {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      await perform(number).catch((error: unknown) => {
        queue.length = 0;
        throw error;
      });
    }
  };
  const results = await Promise.allSettled(Array.from({ length: lanes }, lane));
  const failure = results.find((result) => result.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
}

const SILENT = new DefaultLogger('ERROR', () => undefined);
