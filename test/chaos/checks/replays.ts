import { Worker } from '@temporalio/worker';
import type { ReplayHistoriesIterable } from '@temporalio/worker';
import { bundleWorkflows } from '../../../engine/roles/workflow-bundle.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';
import type { World } from '../world/world.ts';

/** The result of a replay of histories. */
export interface Replays {
  readonly histories: number;
  /** A sentence for each history that a fresh worker cannot replay. */
  readonly faults: readonly string[];
}

/** Replays the history of every run that began since a time, of running workflows too, with the present code. */
export async function replaySince(world: World, since: Date): Promise<Replays> {
  installTemporalRuntime();
  const workflowBundle = await bundleWorkflows({ encrypted: false });
  const faults: string[] = [];
  let histories = 0;
  const replayed = Worker.runReplayHistories({ workflowBundle }, historiesSince(world, since));
  for await (const { workflowId, runId, error } of replayed) {
    histories++;
    if (error !== undefined)
      faults.push(`The history of ${workflowId} (run ${runId}) does not replay: ${error.message}`);
  }
  return { histories, faults };
}

async function* historiesSince({ temporal }: World, since: Date): ReplayHistoriesIterable {
  for await (const { workflowId, runId } of temporal.workflow.list({
    // The workflows that name the owner of the namespace have no code.
    query: `StartTime >= "${since.toISOString()}" and WorkflowType != 'installation'`,
  })) {
    yield { workflowId, history: await temporal.workflow.getHandle(workflowId, runId).fetchHistory() };
  }
}
