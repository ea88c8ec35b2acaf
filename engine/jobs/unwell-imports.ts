import type { Client } from '@temporalio/client';
import { SEARCH_ATTRIBUTES } from './search-attributes.ts';

/** How many running imports of a public state have that health, other than ok. */
export interface UnwellImports {
  readonly state: string;
  readonly health: string;
  readonly count: number;
}

/** Counts the running imports that wait for somebody, by state and health. */
export async function countUnwellImports(client: Client): Promise<UnwellImports[]> {
  const counts = new Map<string, UnwellImports>();
  const query = `WorkflowType = 'subscriberImport' AND ExecutionStatus = 'Running' AND JobHealth != 'ok'`;
  for await (const { typedSearchAttributes } of client.workflow.list({ query })) {
    const state = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobState) ?? 'unknown';
    const health = typedSearchAttributes.get(SEARCH_ATTRIBUTES.jobHealth) ?? 'unknown';
    const key = `${state}/${health}`;
    counts.set(key, { state, health, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()];
}
