import type { Caller } from '../../engine/db/accounts/caller.ts';
import { holds } from '../../engine/domain/permissions.ts';
import type { Operation } from '../openapi/operation.ts';
import { NotAllowed } from './errors.ts';

/**
 * Refuses callers that lack the role or the permission of an operation. Only users with the role standard need permissions; an operation
 * without one is for administrators and API keys. @throws NotAllowed
 */
export function requireAccess(
  caller: Pick<Caller, 'role' | 'permissions'>,
  { role, permission }: Pick<Operation, 'role' | 'permission'>,
): void {
  if (role !== undefined && caller.role !== role) throw new NotAllowed();
  if (caller.role !== 'standard' || permission === 'any') return;
  const wanted = permissionsOf(permission);
  if (wanted.some((each) => holds(caller.permissions, each))) return;
  throw new NotAllowed(
    wanted.length === 0 ? 'this path is for administrators only' : `this needs the permission ${wanted.join(' or ')}`,
  );
}

/** Returns the permissions of which a standard user needs one; empty when an operation has none. */
export function permissionsOf(permission: Operation['permission']) {
  if (permission === undefined || permission === 'any') return [];
  return typeof permission === 'string' ? [permission] : permission;
}
