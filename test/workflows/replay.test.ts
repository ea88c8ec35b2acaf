import { readFileSync, readdirSync } from 'node:fs';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { WORKFLOW_TRACING } from '../../engine/tracing/trace-workflows.ts';
import * as workflows from '../../workflows/index.ts';
import { bundle } from './support.ts';

const HISTORIES = new URL('../histories/', import.meta.url);
const FILES = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort();

describe('a recorded history', () => {
  let workflowBundle: WorkflowBundleWithSourceMap;

  beforeAll(async () => {
    // A refused history is logged by the SDK's core, too, past any logger of ours.
    Runtime.install({
      logger: new DefaultLogger('ERROR', () => undefined),
      telemetryOptions: { logging: { filter: 'OFF' } },
    });
    workflowBundle = await bundle();
  });

  const replay = (history: unknown) => Worker.runReplayHistory({ workflowBundle }, history);

  it('is there for every workflow', () => {
    const types = new Set(FILES.map((file) => workflowTypeOf(read(file))));
    expect([...types].sort()).toEqual(Object.keys(workflows).sort());
  });

  it.each(FILES)('replays on the present code: %s', async (file) => {
    await expect(replay(read(file))).resolves.toBeUndefined();
  });

  it('replays where workflows are traced, so that tracing can be switched on under running jobs', async () => {
    const traced = await bundle(undefined, undefined, [WORKFLOW_TRACING]);
    expect(traced.code).toContain('RunWorkflow');
    for (const file of FILES) {
      await expect(Worker.runReplayHistory({ workflowBundle: traced }, read(file)), file).resolves.toBeUndefined();
    }
  });

  it.each([
    ['subscriberImport', 'scanSource'],
    ['subscriberImport', 'mergeChunk'],
    ['restartImport', 'restartFailedImport'],
    ['listDeletion', 'cancelJobs'],
    ['listDeletion', 'deleteSubscribers'],
    ['sweep', 'sweepJobs'],
    ['diagnose', 'diagnoseJobs'],
    ['purge', 'purgeImports'],
  ])('is refused when %s calls %s by another name than the code does', async (type, activity) => {
    const file = FILES.find((candidate) => workflowTypeOf(read(candidate)) === type) ?? '';
    const renamed = readFileSync(new URL(file, HISTORIES), 'utf8').replaceAll(`"${activity}"`, `"${activity}Anew"`);
    expect(renamed).toContain(`${activity}Anew`);
    // Without these flags the SDK does not compare activity types at all.
    expect(renamed).toContain('coreUsedFlags');
    await expect(replay(JSON.parse(renamed))).rejects.toThrow(/[Nn]ondeterminism/);
  });
});

interface History {
  readonly events: readonly { readonly eventType: string; readonly [attributes: string]: object | string }[];
}

function read(file: string): History {
  return JSON.parse(readFileSync(new URL(file, HISTORIES), 'utf8')) as History;
}

function workflowTypeOf({ events }: History): string | undefined {
  const started = events[0]?.['workflowExecutionStartedEventAttributes'] as { workflowType?: { name: string } };
  return started.workflowType?.name;
}
