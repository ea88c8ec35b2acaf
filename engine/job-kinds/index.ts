import type { JobKind, ClientJobKind } from './job-kind.ts';
import * as kinds from './kinds.ts';

/** Every kind of job there is: those that clients see, and those that only operators see. */
export const JOB_KINDS: readonly JobKind[] = Object.values(kinds);

/** The kinds of jobs that clients see. */
export const CLIENT_JOB_KINDS: readonly ClientJobKind[] = Object.values(kinds).filter((kind) => 'listed' in kind);

/** Visibility query for the running jobs of every kind, of the installation with that task queue. */
export function runningJobs(taskQueue: string): string {
  const types = JOB_KINDS.map(({ workflowType }) => `'${workflowType}'`).join(', ');
  return `ExecutionStatus = 'Running' and WorkflowType in (${types}) and TaskQueue = '${taskQueue}'`;
}

/** Kinds with the prefix of an installation before the ids of their workflows. */
export function withPrefix<Kind extends JobKind>(kinds: readonly Kind[], workflowIdPrefix: string): readonly Kind[] {
  return kinds.map((kind) => ({ ...kind, idPrefix: `${workflowIdPrefix}${kind.idPrefix}` }));
}

/** The kind that has that workflow type; undefined when it is no job's. */
export function kindOfType(workflowType: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.workflowType === workflowType);
}

/** The kind of that name; undefined when there is none. */
export function kindOfName(name: string): JobKind | undefined {
  return JOB_KINDS.find((kind) => kind.name === name);
}
