import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { WORKFLOW_TRACING } from '../tracing/trace-workflows.ts';

// Run in a process of its own by workflow-bundle.ts; writes the bundle to stdout. With the argument `traced` the workflows
// have spans.

const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
const workflowInterceptorModules = process.argv.includes('traced') ? [WORKFLOW_TRACING] : [];
const logger = new DefaultLogger('ERROR');
const { code } = await bundleWorkflowCode({
  workflowsPath,
  workflowInterceptorModules,
  logger,
  // A worker holds the bundle several times. The sources themselves and columns would make it two and a half times as large.
  webpackConfigHook: (config) => ({ ...config, devtool: 'inline-nosources-cheap-module-source-map' }),
});
process.stdout.write(code);
