import { setWorkflowOptions, workflowInfo } from '@temporalio/workflow';

/**
 * Makes a job stay on the version of the workers that began its run. A run begun by workers without a version is not pinned: workers with
 * versions move it to the current one, and those without may name no behaviour, else the server refuses all their workflow tasks.
 */
export function stayOnVersion<A extends unknown[], R>(job: (...args: A) => Promise<R>): void {
  setWorkflowOptions(() => (wasBegunWithVersion() ? { versioningBehavior: 'PINNED' } : {}), job);
}

/** Read once, as the run begins. Also workers without a version have a build id, of the SDK, but no deployment. */
function wasBegunWithVersion(): boolean {
  const { deploymentName = '' } = workflowInfo().currentDeploymentVersion ?? {};
  return deploymentName !== '';
}
