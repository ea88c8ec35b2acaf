import { endPasswordResets } from '../db/accounts/password-resets.ts';
import { countSignInAttempt, forgetSignInAttempts } from '../db/accounts/sign-in-attempts.ts';
import type { LockoutRule } from '../db/accounts/sign-in-attempts.ts';
import { findUser, replaceEmail, replacePassword } from '../db/accounts/users.ts';
import type { Database } from '../db/core/slonik.ts';
import type { VerifyPassword } from './sign-in.ts';
import { signOut } from './sign-out.ts';

/**
 * Checks the password of a user who has signed in. An attempt counts as one to sign in does: a stolen session guesses no faster.
 * @returns the hash that the password fits; null when it is wrong or the user is locked out
 */
export async function checkOwnPassword(
  db: Database,
  { userId, password }: { readonly userId: number; readonly password: string },
  { verify, rule }: { readonly verify: VerifyPassword; readonly rule: LockoutRule },
): Promise<string | null> {
  const user = await findUser(db, userId, null);
  const attempt = user && (await countSignInAttempt(db, user.email, rule));
  const isRight = await verify(attempt?.passwordHash ?? null, password);
  if (attempt?.userId !== userId || !attempt.isAllowed || !isRight) return null;
  await forgetSignInAttempts(db, userId);
  return attempt.passwordHash;
}

/** A password that a user changes in a session. */
export interface OwnPasswordChange {
  readonly userId: number;
  /** The session of the call, which continues. */
  readonly sessionId: number;
  /** The hash that the present password was checked against. */
  readonly presentHash: string;
  readonly newHash: string;
}

/**
 * Sets the password of a user; all other sessions, all links and resets end. @returns false when another call has changed the password
 * since it was checked
 */
export function changeOwnPassword(db: Database, change: OwnPasswordChange): Promise<boolean> {
  const { userId, sessionId, presentHash, newHash } = change;
  return db.transaction(async (transaction) => {
    if (!(await replacePassword(transaction, userId, { presentHash, newHash }))) return false;
    await signOut(transaction, userId, sessionId);
    return true;
  });
}

/** An address that a user changes in a session. */
export interface OwnEmailChange {
  readonly userId: number;
  /** The hash that the present password was checked against. */
  readonly presentHash: string;
  readonly email: string;
}

/**
 * Sets the address of a user; links for a new password end. @returns false when another call has changed the password since it
 * was checked @throws UniqueIntegrityConstraintViolationError when the address is taken
 */
export function changeOwnEmail(db: Database, { userId, ...change }: OwnEmailChange): Promise<boolean> {
  return db.transaction(async (transaction) => {
    if (!(await replaceEmail(transaction, userId, change))) return false;
    await endPasswordResets(transaction, userId);
    return true;
  });
}
