import type { User, UserAttributes } from '../db/accounts/users.ts';
import { permissionsOfRole } from '../domain/permissions.ts';
import type { Permission } from '../domain/permissions.ts';

/** Attributes of a user that is created on the command line. */
export interface NewUser {
  readonly email: string;
  readonly fullName: string;
  readonly role: User['role'];
  /** Of a standard user; administrators have all. */
  readonly permissions?: readonly Permission[];
}

/** The attributes of a new, active user; those that are not given are as the API has them by default. */
export function newUser({ email, fullName, role, permissions = [] }: NewUser): UserAttributes {
  return {
    fullName,
    email,
    active: true,
    role,
    showQuickTips: true,
    mailEndedJobs: true,
    defaultPreviewRecipients: [],
    termsAndConditionsVersion: null,
    defaultHtmlEditor: 'bee',
    permissions: permissionsOfRole(role, permissions),
  };
}
