import type { Caller } from '../../engine/db/accounts/api-keys.ts';
import { NotAllowed } from './errors.ts';

/** Which organizations' records the caller reaches by id: null for all of them. */
export function reachOf({ role, organizationId }: Caller): number | null {
  return role === 'system_admin' ? null : organizationId;
}

/** @throws NotAllowed unless the caller is a system administrator. */
export function requireSystemAdmin({ role }: Caller): void {
  if (role !== 'system_admin') throw new NotAllowed();
}
