import { randomBytes } from 'node:crypto';
import { createUserLink } from '../accounts/console-link.ts';
import { SYSTEM_ORGANIZATION_ID } from '../db/accounts/organizations.ts';
import { insertUser, isUserEmailTaken } from '../db/accounts/users.ts';
import type { Database } from '../db/core/slonik.ts';
import { newUser } from './new-user.ts';
import { hashPassword } from '../secrets/password-hash.ts';

const EMAIL = 'demo@example.com';

/**
 * Creates the part of a link to the console that signs in the user of the demo, a system administrator who is created at the first
 * demo and whose password no one knows. @returns null when an administrator has switched the user off
 */
export async function createDemoUserLink(db: Database): Promise<string | null> {
  if (!(await isUserEmailTaken(db, EMAIL, null))) {
    const attributes = newUser({ email: EMAIL, fullName: 'Demo', role: 'system_admin' });
    const password = randomBytes(32).toString('base64url');
    await insertUser(db, SYSTEM_ORGANIZATION_ID, attributes, await hashPassword(password));
  }
  return createUserLink(db, EMAIL);
}
