import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { isTypeScript, loaderArguments, modulePath } from '../platform/own-module.ts';
import { createBundleCache } from './bundle-cache.ts';

const BUNDLER = modulePath('./bundle-workflows', import.meta.url);
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const MAX_BUNDLE_BYTES = 64 * 1024 * 1024;

/** The bundle of the workflows: the one that the package was built with, or in a clone one of the files as they are. */
export async function bundleWorkflows({ traced = false } = {}): Promise<WorkflowBundleOption> {
  if (!isTypeScript(import.meta.url)) return { codePath: builtBundle(traced) };
  const cache = createBundleCache(PACKAGES, traced ? 'workflows-traced' : 'workflows');
  const kept = await cache.read();
  if (kept !== null) return { code: kept };
  const startedAt = Date.now();
  const { code, files } = await makeBundle(traced);
  await cache.write(code, files, startedAt);
  return { code };
}

/**
 * Bundles the workflows of a clone; `traced` ones have spans. A process of its own does it, since the bundler would leave 130 MB
 * in the worker for good (130 MB measured before it ran, 263 MB after). @returns the code, and the files it was made of
 */
export async function makeBundle(traced: boolean): Promise<{ readonly code: string; readonly files: string[] }> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...loaderArguments(BUNDLER), BUNDLER, ...(traced ? ['traced'] : [])],
    { maxBuffer: MAX_BUNDLE_BYTES },
  );
  const end = stdout.indexOf('\n');
  return { code: stdout.slice(end + 1), files: JSON.parse(stdout.slice(0, end)) as string[] };
}

/** Path of the bundle in the package, relative to this module. */
export function bundleFile(traced: boolean): string {
  return traced ? 'workflows-traced.bundle.cjs' : 'workflows.bundle.cjs';
}

function builtBundle(traced: boolean): string {
  return fileURLToPath(new URL(bundleFile(traced), import.meta.url));
}
