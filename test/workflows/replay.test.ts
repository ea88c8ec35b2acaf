import { Worker } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { WORKFLOW_TRACING } from '../../engine/tracing/trace-workflows.ts';
import * as workflows from '../../workflows/index.ts';
import { installTemporalRuntime } from '../support/temporal-runtime.ts';
import { bundle, HISTORIES, historyText, readHistory } from './support.ts';
import type { History } from './support.ts';

describe('a recorded history', () => {
  let workflowBundle: WorkflowBundleWithSourceMap;
  let faults: ReadonlyMap<string, unknown>;

  beforeAll(async () => {
    installTemporalRuntime();
    workflowBundle = await bundle();
    faults = await faultsOf(workflowBundle);
  });

  const replay = (history: unknown) => Worker.runReplayHistory({ workflowBundle }, history);

  it('is there for every workflow', () => {
    const types = new Set(HISTORIES.map((file) => workflowTypeOf(readHistory(file))));
    expect([...types].sort()).toEqual(Object.keys(workflows).sort());
  });

  it.each(HISTORIES)('replays on the present code: %s', (file) => {
    expect(faults.has(file)).toBe(true);
    expect(faults.get(file)).toBeNull();
  });

  it('replays where workflows are traced, so that tracing can be switched on under running jobs', async () => {
    const traced = await bundle(undefined, undefined, [WORKFLOW_TRACING]);
    expect(traced.code).toContain('RunWorkflow');
    const found = await faultsOf(traced);
    expect(found.size).toBe(HISTORIES.length);
    expect([...found].filter(([, fault]) => fault !== null)).toEqual([]);
  });

  it.each([
    ['subscriberImport', 'scanSource'],
    ['subscriberImport', 'mergeChunk'],
    ['restartImport', 'restartFailedImport'],
    ['listDeletion', 'cancelJobs'],
    ['listDeletion', 'deleteSubscribers'],
    ['subscriberExport', 'takeExportSnapshot'],
    ['subscriberExport', 'writeExportParts'],
    ['importUndo', 'undoSlices'],
    ['webhookEndpoint', 'deliverWebhooks'],
    ['maintenance', 'sweepJobs'],
    ['maintenance', 'purgeImports'],
    ['sweep', 'sweepJobs'],
    ['diagnose', 'diagnoseJobs'],
    ['purge', 'purgeImports'],
  ])('is refused when %s calls %s by another name than the code does', async (type, activity) => {
    const isAbout = (file: string) =>
      workflowTypeOf(readHistory(file)) === type && historyText(file).includes(`"${activity}"`);
    const file = HISTORIES.find(isAbout) ?? '';
    const renamed = historyText(file).replaceAll(`"${activity}"`, `"${activity}Anew"`);
    expect(renamed).toContain(`${activity}Anew`);
    // Without these flags the SDK does not compare activity types at all.
    expect(renamed).toContain('coreUsedFlags');
    await expect(replay(JSON.parse(renamed))).rejects.toThrow(/[Nn]ondeterminism/);
  });
});

/** Replays every history with one worker. @returns by file what was wrong, or null */
async function faultsOf(workflowBundle: WorkflowBundleWithSourceMap): Promise<Map<string, unknown>> {
  const histories = HISTORIES.map((file) => ({ workflowId: file, history: readHistory(file) }));
  const faults = new Map<string, unknown>();
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
    faults.set(workflowId, error ?? null);
  }
  return faults;
}

function workflowTypeOf({ events }: History): string | undefined {
  const started = events[0]?.['workflowExecutionStartedEventAttributes'] as { workflowType?: { name: string } };
  return started.workflowType?.name;
}
