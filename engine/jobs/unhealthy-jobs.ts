import type { Client } from '@temporalio/client';
import { kindOfType, RUNNING_JOBS } from '../job-kinds/index.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/names.ts';

/** How many running jobs of a kind are in a public state with that health, other than ok. */
export interface UnhealthyJobs {
  /** The name of the kind. */
  readonly kind: string;
  readonly state: string;
  readonly health: string;
  readonly count: number;
}

/** Counts the running jobs that are stuck or stalled, by kind, state and health. */
export async function countUnhealthyJobs(client: Client): Promise<UnhealthyJobs[]> {
  const counts = new Map<string, UnhealthyJobs>();
  const query = `${RUNNING_JOBS} and JobHealth != 'ok'`;
  for await (const { type, typedSearchAttributes } of client.workflow.list({ query })) {
    const kind = kindOfType(type)?.name ?? 'unknown';
    const state = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobState) ?? 'unknown';
    const health = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth) ?? 'unknown';
    const key = `${kind}/${state}/${health}`;
    counts.set(key, { kind, state, health, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
