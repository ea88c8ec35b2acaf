import { Worker } from '@temporalio/worker';
import type { ReplayHistoriesIterable, WorkflowBundleOption } from '@temporalio/worker';
import { bundleWorkflows } from '../../../engine/roles/workflow-bundle.ts';
import { installTemporalRuntime } from '../../support/temporal-runtime.ts';
import type { World } from '../world/world.ts';

/** The result of a replay of histories. */
export interface Replays {
  readonly histories: number;
  readonly workflowIds: ReadonlySet<string>;
  /** The number of runs that continued as new, by workflow type. */
  readonly continued: ReadonlyMap<string, number>;
  /** A sentence for each history that a fresh worker cannot replay. */
  readonly faults: readonly string[];
}

/** Replays the history of every run that began since a time, of running workflows too, with the present code or that of another version. */
export async function replaySince(
  world: World,
  since: Date,
  bundle: () => Promise<WorkflowBundleOption> = () => bundleWorkflows({ encrypted: false }),
): Promise<Replays> {
  installTemporalRuntime();
  const workflowBundle = await bundle();
  const faults: string[] = [];
  const workflowIds = new Set<string>();
  const continued = new Map<string, number>();
  let histories = 0;
  const found = historiesSince(world, since, (type) => continued.set(type, (continued.get(type) ?? 0) + 1));
  for await (const { workflowId, runId, error } of Worker.runReplayHistories({ workflowBundle }, found)) {
    histories++;
    workflowIds.add(workflowId);
    if (error !== undefined)
      faults.push(`The history of ${workflowId} (run ${runId}) does not replay: ${error.message}`);
  }
  return { histories, workflowIds, continued, faults };
}

async function* historiesSince(
  { temporal }: World,
  since: Date,
  onContinued: (workflowType: string) => void,
): ReplayHistoriesIterable {
  for await (const { workflowId, runId, type, status } of temporal.workflow.list({
    // The workflows that name the owner of the namespace have no code, and that of the watch is the API's.
    query: `StartTime >= "${since.toISOString()}" and WorkflowType != 'installation' and WorkflowType != 'watch'`,
  })) {
    if (status.name === 'CONTINUED_AS_NEW') onContinued(type);
    yield { workflowId, history: await temporal.workflow.getHandle(workflowId, runId).fetchHistory() };
  }
}
