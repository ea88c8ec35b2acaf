import { WorkflowNotFoundError } from '@temporalio/client';
import type { TypedSearchAttributes } from '@temporalio/common';
import type { OperatorJob } from '../db/jobs/operator.ts';
import { kindOfType, runningJobs } from '../job-kinds/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';
import { haveJobHealth, readRegisteredAttributes } from './registered-attributes.ts';
import type { TemporalClient } from './temporal-client.ts';

/** Reads a job from its workflow alone, for use while the database is unavailable; null when there is no such workflow. */
export async function readJobFromTemporal(client: TemporalClient, workflowId: string): Promise<OperatorJob | null> {
  try {
    const described = await client.workflow.getHandle(workflowId).describe();
    const { typedSearchAttributes: attributes, startTime, closeTime } = described;
    return {
      workflowId,
      kind: kindOfType(described.type)?.name ?? 'unknown',
      state: attributes.get(SEARCH_ATTRIBUTES.jobState) ?? 'unknown',
      organizationId: ownerOf(attributes).organizationId ?? 0,
      organizationName: null,
      mailingListId: ownerOf(attributes).mailingListId,
      mailingListName: null,
      done: 0,
      total: null,
      beganAt: isoSeconds(startTime),
      endedAt: closeTime === undefined ? null : isoSeconds(closeTime),
      error: null,
      canRestart: false,
      isDryRun: null,
    };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}

/** Health of a running job, `stuck` or `stalled`, with the StuckCause if there is one. */
export interface JobHealth {
  readonly health: string;
  readonly cause: string | null;
}

/**
 * Reads the health of the running jobs that are not ok, by workflow id; null when the namespace lacks the search attributes of
 * the health. Temporal's list is eventually consistent.
 */
export async function readJobHealths(client: TemporalClient): Promise<ReadonlyMap<string, JobHealth> | null> {
  if (!haveJobHealth(await readRegisteredAttributes(client))) return null;
  const healths = new Map<string, JobHealth>();
  const query = `${runningJobs(client.names.taskQueue)} and JobHealth != 'ok'`;
  for await (const { workflowId, typedSearchAttributes: attributes } of client.workflow.list({ query })) {
    const health = attributes.get(SEARCH_ATTRIBUTES.jobHealth) ?? 'ok';
    healths.set(workflowId, { health, cause: attributes.get(SEARCH_ATTRIBUTES.stuckCause) ?? null });
  }
  return healths;
}

/** Number of stuck or stalled jobs of one kind, public state and health. */
export interface UnhealthyJobs {
  /** The name of the kind. */
  readonly kind: string;
  readonly state: string;
  readonly health: string;
  readonly count: number;
}

/**
 * Counts the running jobs that are stuck or stalled, by kind, state and health; none are known when the namespace lacks the
 * search attributes of the health.
 */
export async function countUnhealthyJobs(client: TemporalClient): Promise<UnhealthyJobs[]> {
  if (!haveJobHealth(await readRegisteredAttributes(client))) return [];
  const counts = new Map<string, UnhealthyJobs>();
  const query = `${runningJobs(client.names.taskQueue)} and JobHealth != 'ok'`;
  for await (const { type, typedSearchAttributes } of client.workflow.list({ query })) {
    const kind = kindOfType(type)?.name ?? 'unknown';
    const state = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobState) ?? 'unknown';
    const health = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth) ?? 'unknown';
    const key = `${kind}/${state}/${health}`;
    counts.set(key, { kind, state, health, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}

/** Returns the organization and the list from the search attributes of a workflow; null where one is not set. */
export function ownerOf(attributes: TypedSearchAttributes): {
  readonly organizationId: number | null;
  readonly mailingListId: number | null;
} {
  return {
    organizationId: idOf(SEARCH_ATTRIBUTES.organizationId.name, attributes),
    mailingListId: idOf(SEARCH_ATTRIBUTES.mailingListId.name, attributes),
  };
}

/** Reads an id: older versions registered the attribute as an integer. Null when it is not set. */
function idOf(name: string, attributes: TypedSearchAttributes): number | null {
  const text = attributes.get({ name, type: 'KEYWORD' });
  return attributes.get({ name, type: 'INT' }) ?? (text === undefined ? null : Number(text));
}

/** Formats a time in ISO 8601 and UTC, to the second. */
export function isoSeconds(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
