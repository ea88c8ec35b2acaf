import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import type { WorkflowBundleWithSourceMap } from '@temporalio/worker';

/**
 * Bundles a file of workflows, with the interceptors that workers have; the path is relative to this folder. What webpack has to say goes to `onLog`.
 * @throws Error when the bundle cannot be built
 */
export function bundle(
  path = '../../workflows/index.ts',
  onLog: (message: string) => void = () => undefined,
  workflowInterceptorModules: string[] = [],
): Promise<WorkflowBundleWithSourceMap> {
  const workflowsPath = fileURLToPath(new URL(path, import.meta.url));
  return bundleWorkflowCode({
    workflowsPath,
    // As workers do, so that workflows share what their modules keep in variables.
    preloadModules: [workflowsPath],
    workflowInterceptorModules: [...workflowInterceptorModules, ...OWN_INTERCEPTORS],
    logger: new DefaultLogger('INFO', ({ message }) => onLog(message)),
  });
}

const OWN_INTERCEPTORS = ['job-key', 'seen-history'].map((name) =>
  fileURLToPath(new URL(`../../workflows/${name}.ts`, import.meta.url)),
);

const FOLDER = new URL('../histories/', import.meta.url);

/** Names of the files that hold a recorded history. */
export const HISTORIES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort();

/** A recorded history as protobuf's JSON. */
export interface History {
  readonly events: readonly { readonly eventType: string; readonly [attributes: string]: object | string }[];
}

/** The text of a recorded history. */
export function historyText(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}

/** Reads a recorded history. */
export function readHistory(file: string): History {
  return JSON.parse(historyText(file)) as History;
}
