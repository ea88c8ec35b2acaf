import type { JobKind } from './job-kind.ts';
import { listDeletionKind } from './list-deletion.ts';
import { subscriberExportKind } from './subscriber-export.ts';
import { subscriberImportKind } from './subscriber-import.ts';

/** Every kind of job there is. */
export const JOB_KINDS: readonly JobKind[] = [subscriberImportKind, listDeletionKind, subscriberExportKind];

/** Visibility query for the running jobs of every kind. */
export const RUNNING_JOBS = `ExecutionStatus = 'Running' and WorkflowType in (${JOB_KINDS.map(
  ({ workflowType }) => `'${workflowType}'`,
).join(', ')})`;

/** The kind of the job with that workflow id; undefined when the id is of no job. */
export function kindOfWorkflow(workflowId: string): JobKind | undefined {
  return JOB_KINDS.find(({ idPrefix }) => workflowId.startsWith(`${idPrefix}/`));
}

/** The kind that has that workflow type; undefined when it is no job's. */
export function kindOfType(workflowType: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.workflowType === workflowType);
}

/** The kind of that name; undefined when there is none. */
export function kindOfName(name: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.name === name);
}
