import { proxyActivities } from '@temporalio/workflow';
import type { RestartRequest, createRestartActivities } from '../engine/activities/restart-import.ts';

const { restartFailedImport } = proxyActivities<ReturnType<typeof createRestartActivities>>({
  startToCloseTimeout: '10m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '20s' },
});

/**
 * The command `restart`, as a workflow of its own: the workflow of a failed import is closed, and a closed workflow takes
 * neither signals nor updates. Fails with a sentence when the import cannot be restarted.
 */
export async function restartImport({ importId, by }: RestartRequest): Promise<{ workflowId: string }> {
  return restartFailedImport({ importId, by });
}
