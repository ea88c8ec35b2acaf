import { setTimeout as delay } from 'node:timers/promises';
import { activityInfo } from '@temporalio/activity';
import type { CommandActor } from '../../workflows/messages.ts';
import { readServerTime } from '../db/core/server-time.ts';
import { readEndedImport } from '../db/imports/restart.ts';
import { findWorkflow } from '../jobs/find-workflow.ts';
import { startJob } from '../jobs/start-job.ts';
import { subscriberImportRestart } from '../jobs/subscriber-import-restart.ts';
import type { ClientDeps, ImportReference } from './deps.ts';
import { sorted } from './faults.ts';
import { whileHeartbeating } from './heartbeat.ts';
import { requireRestartable } from './subscriber-import/require-restartable.ts';
import { readStartableImport } from './subscriber-import/maintained-imports.ts';

/** A failed import to restart; `by` is the sender of the command, if known. */
export interface RestartRequest extends ImportReference {
  readonly by?: CommandActor | undefined;
}

/** Creates the activity that restarts a failed import: the workflow that failed is closed and takes no signal. */
export function createRestartActivities(deps: ClientDeps) {
  return { restartFailedImport: sorted(restartFailedImport(deps)) };
}

/**
 * Starts the workflow of a failed import again, which reopens the import itself, and waits until it has.
 * @throws ApplicationFailure NotRestartable
 */
function restartFailedImport(deps: ClientDeps) {
  const { pool, files, client } = deps;
  return ({ importId, by }: RestartRequest): Promise<{ workflowId: string }> =>
    whileHeartbeating(async (signal) => {
      const at = (await readServerTime(pool)).toISOString();
      const command = { command: 'restart', at, by: by ?? null } as const;
      const { workflowIdPrefix } = client.names;
      const start = subscriberImportRestart(await readStartableImport(pool, importId), workflowIdPrefix, command);
      // The run that failed tells so before it has cleaned up, and until then no other one starts.
      await untilReopenedOrClosed(deps, importId, start.workflowId, signal);
      const job = await readEndedImport(pool, importId);
      // An earlier attempt may have come as far as this and been lost.
      const isRestarted = activityInfo().attempt > 1 && job?.finishedAt === null;
      if (!isRestarted) {
        await requireRestartable(importId, job, files);
        await startJob(client, start);
        await untilReopenedOrClosed(deps, importId, start.workflowId, signal);
      }
      return { workflowId: start.workflowId };
    });
}

const LOOK_MS = 50;

/** Resolves when the import is a failed one no more, or when nothing is under way that could change it. */
async function untilReopenedOrClosed(
  { pool, client }: ClientDeps,
  importId: number,
  workflowId: string,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const job = await readEndedImport(pool, importId);
    if (job?.state !== 'failed') return;
    if ((await findWorkflow(client, workflowId)) !== 'alive') return;
    await delay(LOOK_MS, undefined, { signal });
  }
}
