import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { isTypeScript, loaderArguments, modulePath } from '../platform/own-module.ts';

const BUNDLER = modulePath('./bundle-workflows', import.meta.url);
const MAX_BUNDLE_BYTES = 64 * 1024 * 1024;

/**
 * The bundle of the workflows: the one that the package was built with, or in a clone a new one. A clone bundles in a process
 * of its own: the bundler would leave 130 MB in the worker for good (130 MB measured before it ran, 263 MB after).
 */
export async function bundleWorkflows({ traced = false } = {}): Promise<WorkflowBundleOption> {
  if (!isTypeScript(import.meta.url)) return { codePath: builtBundle(traced) };
  return { code: await makeBundle(traced) };
}

/** Bundles the workflows of a clone; `traced` ones have spans. @returns the bundle's code */
export async function makeBundle(traced: boolean): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...loaderArguments(BUNDLER), BUNDLER, ...(traced ? ['traced'] : [])],
    { maxBuffer: MAX_BUNDLE_BYTES },
  );
  return stdout;
}

/** Path of the bundle in the package, relative to this module. */
export function bundleFile(traced: boolean): string {
  return traced ? 'workflows-traced.bundle.cjs' : 'workflows.bundle.cjs';
}

function builtBundle(traced: boolean): string {
  return fileURLToPath(new URL(bundleFile(traced), import.meta.url));
}
