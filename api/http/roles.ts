import type { Caller } from '../../engine/db/accounts/caller.ts';
import { SYSTEM_ORGANIZATION_ID } from '../../engine/db/accounts/organizations.ts';
import type { Attributes } from './attributes.ts';

/**
 * Refuses the role system_admin outside the System Organization, and to callers that are not system administrators themselves; for users
 * and keys alike.
 */
export function refusePromotion(
  attributes: Pick<Attributes, 'refuse'>,
  role: string,
  { organizationId, caller }: { organizationId: number; caller: Caller },
): void {
  if (role !== 'system_admin') return;
  if (organizationId !== SYSTEM_ORGANIZATION_ID) {
    attributes.refuse('role', 'can be system_admin on the System Organization only');
  } else if (caller.role !== 'system_admin') {
    attributes.refuse('role', 'can be set to system_admin by a system administrator only');
  }
}
