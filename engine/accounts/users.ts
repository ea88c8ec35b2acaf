import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../db/core/slonik.ts';
import { clearUserLockout, deleteUser, isUserEmailTaken, updateUser } from '../db/accounts/users.ts';
import { endPasswordResets } from '../db/accounts/password-resets.ts';
import type { User, UserAttributes } from '../db/accounts/users.ts';
import { signOut } from './sign-out.ts';

/** Finds and locks the user to write. @throws when the caller does not reach it or may not change it */
export type FindUser = (db: Database) => Promise<User>;

/** Whether another user has the address. */
export type IsEmailTaken = (email: string) => Promise<boolean>;

/** Reads the changes of a user; `password` null keeps the password. */
export type ReadUserChange = (
  current: User,
  isEmailTaken: IsEmailTaken,
) => Promise<{ readonly user: UserAttributes; readonly password: string | null }>;

/**
 * Changes a user; ends the sessions, links and resets with a new password, another role or other permissions, and of a user who is
 * not active, and resets with another address. @throws what `find` and `read` do; UniqueIntegrityConstraintViolationError when another call has just
 * taken the address
 */
export async function changeUser(
  db: Database,
  find: FindUser,
  read: ReadUserChange,
  hashPassword: (password: string) => Promise<string>,
): Promise<User> {
  const readIn = async (db: Database) => {
    const current = await find(db);
    return { current, ...(await read(current, (email) => isUserEmailTaken(db, email, current.id))) };
  };
  // The password is hashed before the user is locked: other changes of that user, and the connection, do not wait for it.
  const { password } = await readIn(db);
  const passwordHash = password === null ? null : await hashPassword(password);
  return db.transaction(async (transaction) => {
    const { current, user } = await readIn(transaction);
    if (passwordHash !== null || !mayContinue(current, user)) await signOut(transaction, current.id);
    else if (user.email !== current.email) await endPasswordResets(transaction, current.id);
    return updateUser(transaction, current.id, user, passwordHash);
  });
}

/** Whether a session of a user may outlast a change: what it may do stays the same. */
function mayContinue(current: User, { active, role, permissions }: UserAttributes): boolean {
  return active && role === current.role && isDeepStrictEqual(permissions, current.permissions);
}

/** Ends the sessions of a user, and the links that would begin one. @throws what `find` does */
export async function endSessions(db: Database, find: FindUser): Promise<void> {
  await db.transaction(async (transaction) => {
    const { id } = await find(transaction);
    await signOut(transaction, id);
  });
}

/** Deletes a user. @throws what `find` does */
export async function removeUser(db: Database, find: FindUser): Promise<void> {
  await db.transaction(async (transaction) => {
    const { id } = await find(transaction);
    await deleteUser(transaction, id);
  });
}

/** Ends the lockout of a user. @returns whether the user was locked out @throws what `find` does */
export function resetLockout(db: Database, find: FindUser): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const user = await find(transaction);
    await clearUserLockout(transaction, user.id);
    return user.lockedOutUntil !== null;
  });
}
