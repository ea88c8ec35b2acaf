import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

/**
 * Bundles a file of workflows; the path is relative to this folder. What webpack has to say goes to `onLog`.
 * @throws Error when the bundle cannot be built
 */
export function bundle(
  path = '../../workflows/index.ts',
  onLog: (message: string) => void = () => undefined,
  workflowInterceptorModules: string[] = [],
): Promise<WorkflowBundleWithSourceMap> {
  return bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL(path, import.meta.url)),
    workflowInterceptorModules,
    logger: new DefaultLogger('INFO', ({ message }) => onLog(message)),
  });
}
