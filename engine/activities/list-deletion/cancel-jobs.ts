import { WorkflowNotFoundError } from '@temporalio/client';
import type { CommandActor } from '../../../workflows/messages.ts';
import { cancelCampaigns } from '../../db/campaigns/cancel-campaigns.ts';
import { requireDeletion } from '../../db/lists/list-deletions.ts';
import type { WorkerDeps } from '../compose.ts';
import type { ListReference } from '../deps.ts';
import type { JobIdentity, TemporalClient } from '../../jobs/temporal-client.ts';
import { whileHeartbeating } from '../heartbeat.ts';

/** `asked`: the workflow ids of the jobs that got the command before. */
export interface JobsToCancel extends ListReference {
  readonly asked: readonly unknown[];
}

/**
 * Sends the command to cancel to every unfinished job of a list, except those that got it before.
 * @returns the workflow ids of the jobs that have not ended yet
 */
export function cancelJobs(deps: WorkerDeps) {
  return ({ mailingListId, asked }: JobsToCancel): Promise<{ jobs: readonly string[] }> =>
    whileHeartbeating(async (signal) => {
      await requireDeletion(deps.pool, mailingListId);
      await cancelCampaigns(deps.pool, mailingListId);
      for (const kind of deps.maintainedKinds) await kind.cancelRowsOfList?.(deps, mailingListId);
      for (const { workflowId, jobKey, cancel } of await unfinishedJobs(deps, mailingListId)) {
        signal.throwIfAborted();
        if (asked.includes(workflowId) || (await sendCancel(deps.client, { workflowId, jobKey }, mailingListId)))
          continue;
        // It was never started, or an operator ended its workflow; a start that comes later finds that it has ended.
        await cancel();
      }
      return { jobs: (await unfinishedJobs(deps, mailingListId)).map(({ workflowId }) => workflowId) };
    });
}

async function unfinishedJobs(deps: WorkerDeps, mailingListId: number) {
  const ofKinds = deps.maintainedKinds.map(
    async (kind) => (await kind.unfinishedJobsOfList?.(deps, mailingListId)) ?? [],
  );
  return (await Promise.all(ofKinds)).flat();
}

/** Returns false when there is no workflow that could receive it. */
async function sendCancel(client: TemporalClient, job: JobIdentity, mailingListId: number): Promise<boolean> {
  try {
    const by: CommandActor = { type: 'list_deletion', id: mailingListId };
    await client.asJob(job, (handle) => handle.signal('cancel', null, by));
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
