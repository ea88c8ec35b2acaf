import type { JobKind } from './job-kind.ts';
import { listDeletionKind } from './list-deletion.ts';
import { subscriberExportKind } from './subscriber-export.ts';
import { subscriberImportKind } from './subscriber-import.ts';

/** Every kind of job there is. */
export const JOB_KINDS: readonly JobKind[] = [subscriberImportKind, listDeletionKind, subscriberExportKind];

/** Visibility query for the running jobs of every kind, of the installation with that task queue. */
export function runningJobs(taskQueue: string): string {
  const types = JOB_KINDS.map(({ workflowType }) => `'${workflowType}'`).join(', ');
  return `ExecutionStatus = 'Running' and WorkflowType in (${types}) and TaskQueue = '${taskQueue}'`;
}

/** The kinds with the prefix of an installation before the ids of their workflows. */
export function prefixedKinds(workflowIdPrefix: string): readonly JobKind[] {
  return JOB_KINDS.map((kind) => ({ ...kind, idPrefix: `${workflowIdPrefix}${kind.idPrefix}` }));
}

/** The kind that has that workflow type; undefined when it is no job's. */
export function kindOfType(workflowType: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.workflowType === workflowType);
}

/** The kind of that name; undefined when there is none. */
export function kindOfName(name: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.name === name);
}
