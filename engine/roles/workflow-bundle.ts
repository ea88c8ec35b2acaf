import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { TYPESCRIPT_ARGS } from '../embedded/host-process.ts';

const BUNDLER = fileURLToPath(new URL('./bundle-workflows.ts', import.meta.url));
const MAX_BUNDLE_BYTES = 64 * 1024 * 1024;

/**
 * Bundles the workflows in a process of its own: the bundler would leave 130 MB in the worker for good (130 MB measured
 * before it ran, 263 MB after). @returns the bundle's code
 */
export async function bundleWorkflows({ traced = false } = {}): Promise<string> {
  const options = { maxBuffer: MAX_BUNDLE_BYTES };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...TYPESCRIPT_ARGS, BUNDLER, ...(traced ? ['traced'] : [])],
    options,
  );
  return stdout;
}
