import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { WorkflowBundleOption } from '@temporalio/worker';
import { createCompileCache } from '../platform/compile-cache.ts';
import { isTypeScript, modulePath } from '../platform/own-module.ts';

const BUNDLER = modulePath('./bundle-workflows', import.meta.url);
const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** The name of a bundle that is kept. */
const BUNDLE = 'bundle.cjs';
const MAX_BUNDLE_BYTES = 64 * 1024 * 1024;

/** Variant of the bundle of the workflows: with spans, with messages of failures in payloads (which a codec encrypts), or both. */
export interface BundleKind {
  readonly traced: boolean;
  readonly encrypted: boolean;
}

/** The bundle of the workflows: the one that the package was built with, or in a clone one of the files as they are. */
export async function bundleWorkflows({
  traced = false,
  encrypted = false,
}: Partial<BundleKind> = {}): Promise<WorkflowBundleOption> {
  const kind = { traced, encrypted };
  if (!isTypeScript(import.meta.url)) return { codePath: builtBundle(kind) };
  const cache = createCompileCache(PACKAGES, bundleName(kind));
  const kept = await cache.read();
  if (kept !== null) return { codePath: join(kept, BUNDLE) };
  const startedAt = Date.now();
  const { code, files } = await makeBundle(kind);
  await cache.write({ [BUNDLE]: code }, files, startedAt);
  return { code };
}

/**
 * Bundles the workflows of a clone. A process of its own does it, since the bundler would leave 130 MB
 * in the worker for good (130 MB measured before it ran, 263 MB after). @returns the code, and the files it was made of
 */
export async function makeBundle(kind: BundleKind): Promise<{ readonly code: string; readonly files: string[] }> {
  const { stdout } = await promisify(execFile)(process.execPath, [BUNDLER, ...partsOf(kind)], {
    maxBuffer: MAX_BUNDLE_BYTES,
  });
  const end = stdout.indexOf('\n');
  return { code: stdout.slice(end + 1), files: JSON.parse(stdout.slice(0, end)) as string[] };
}

/** Path of the bundle in the package, relative to this module. */
export function bundleFile(kind: BundleKind): string {
  return `${bundleName(kind)}.bundle.cjs`;
}

function bundleName(kind: BundleKind): string {
  return ['workflows', ...partsOf(kind)].join('-');
}

function partsOf({ traced, encrypted }: BundleKind): string[] {
  return [...(traced ? ['traced'] : []), ...(encrypted ? ['encrypted'] : [])];
}

function builtBundle(kind: BundleKind): string {
  return fileURLToPath(new URL(bundleFile(kind), import.meta.url));
}
