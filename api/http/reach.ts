import type { Caller } from '../../engine/db/accounts/caller.ts';

/** Ids of the organizations whose records the caller may read by id; null for all. */
export function reachOf({ role, organizationId }: Caller): number | null {
  return role === 'system_admin' ? null : organizationId;
}
