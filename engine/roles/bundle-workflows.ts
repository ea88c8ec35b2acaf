import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import type { BundleOptions } from '@temporalio/worker';
import { FAILURE_CONVERTER } from './failure-converter-path.ts';
import { WORKFLOW_TRACING } from '../tracing/trace-workflows.ts';

// Run in a process of its own by workflow-bundle.ts; writes the files that were read (a line of JSON) and the bundle to
// stdout. With the argument `traced` the workflows have spans, with `encrypted` they put messages of failures into payloads.

type WebpackConfig = Parameters<NonNullable<BundleOptions['webpackConfigHook']>>[0];
type WebpackPlugin = NonNullable<NonNullable<WebpackConfig['plugins']>[number]>;

const workflowsPath = fileURLToPath(new URL('../../workflows/index.ts', import.meta.url));
const OWN_INTERCEPTORS = [
  new URL('../../workflows/job-key.ts', import.meta.url),
  new URL('../../workflows/seen-history.ts', import.meta.url),
].map((url) => fileURLToPath(url));
const workflowInterceptorModules = [
  ...(process.argv.includes('traced') ? [WORKFLOW_TRACING] : []),
  ...OWN_INTERCEPTORS,
];
const logger = new DefaultLogger('ERROR');
/** Part of the statistics that webpack passes to plugins when it is done, as far as it is used here. */
interface Stats {
  readonly compilation: { readonly fileDependencies: Iterable<string> };
}

let files: string[] = [];
const noteFiles: WebpackPlugin = {
  apply: (compiler: { hooks: { done: { tap(name: string, take: (stats: Stats) => void): void } } }) => {
    compiler.hooks.done.tap('note-files', ({ compilation }) => {
      // This file, too: a bundle that is kept was made with its options.
      files = [fileURLToPath(import.meta.url), ...compilation.fileDependencies];
    });
  },
};
const { code } = await bundleWorkflowCode({
  workflowsPath,
  // Evaluated once for each thread instead of once for each workflow: that took a sixth of the thread's time for small imports
  // (measured). So no module of workflows and machines may keep the state of a job in a variable of its own.
  preloadModules: [workflowsPath],
  workflowInterceptorModules,
  ...(process.argv.includes('encrypted') && { failureConverterPath: FAILURE_CONVERTER }),
  logger,
  webpackConfigHook: (config) => ({
    ...config,
    // A worker holds the bundle several times. The sources themselves and columns would make it two and a half times as large.
    devtool: 'inline-nosources-cheap-module-source-map',
    plugins: [...(config.plugins ?? []), noteFiles],
  }),
});
process.stdout.write(`${JSON.stringify(files)}\n${code}`);
