import type { Database } from '../db/core/slonik.ts';
import { clearUserLockout, deleteUser, isUserEmailTaken, updateUser } from '../db/accounts/users.ts';
import { deleteUserSessions } from '../db/accounts/user-sessions.ts';
import type { User, UserAttributes } from '../db/accounts/users.ts';

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
 * Changes a user; a new password ends the sessions. @throws what `find` and `read` do; UniqueIntegrityConstraintViolationError when another call has just
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
    return { id: current.id, ...(await read(current, (email) => isUserEmailTaken(db, email, current.id))) };
  };
  // The password is hashed before the user is locked: other changes of that user, and the connection, do not wait for it.
  const { password } = await readIn(db);
  const passwordHash = password === null ? null : await hashPassword(password);
  return db.transaction(async (transaction) => {
    const { id, user } = await readIn(transaction);
    if (passwordHash !== null) await deleteUserSessions(transaction, id);
    return updateUser(transaction, id, user, passwordHash);
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
