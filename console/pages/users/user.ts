import type { components } from '../../../client/index.ts';
import { PERMISSIONS, holds } from '../../../engine/domain/permissions.ts';
import type { HeldPermissions, Permission } from '../../../engine/domain/permissions.ts';
import type { Role } from '../../parts/roles.ts';

export type User = components['schemas']['User'];

/** Entries of the form of a user. */
export interface UserDraft {
  readonly full_name: string;
  readonly email: string;
  readonly active: boolean;
  readonly role: Role;
  readonly permissions: User['permissions'];
}

/** A new user: of the role that may least. */
export const NEW_USER: UserDraft = {
  full_name: '',
  email: '',
  active: true,
  role: 'standard',
  permissions: Object.fromEntries(Object.keys(PERMISSIONS).map((kind) => [kind, []])) as unknown as User['permissions'],
};

/** The part of a user that is entered. */
export function draftOf({ full_name, email, active, role, permissions }: User): UserDraft {
  return { full_name, email, active, role, permissions };
}

/** The permissions with one given or taken; the others stay, also those that no page shows. */
export function withPermission(permissions: User['permissions'], permission: Permission, isHeld: boolean) {
  const held: HeldPermissions = permissions;
  if (holds(held, permission) === isHeld) return permissions;
  const [kind = '', action = ''] = permission.split('.');
  const others = (held[kind] ?? []).filter((each) => each !== action);
  return { ...permissions, [kind]: isHeld ? [...others, action] : others };
}
