import type { Caller } from '../../engine/db/accounts/caller.ts';
import { holds } from '../../engine/domain/permissions.ts';
import type { Operation } from '../openapi/operation.ts';
import { NotAllowed } from './errors.ts';

/**
 * Refuses callers whose role or permissions are too low for an operation. Permissions limit users of the role standard: one that
 * declares none is for administrators, as API keys are. @throws NotAllowed
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

/** The permissions of which a standard user needs one; none: no permission suffices, or none is needed. */
export function permissionsOf(permission: Operation['permission']) {
  if (permission === undefined || permission === 'any') return [];
  return typeof permission === 'string' ? [permission] : permission;
}
