import { redeemUserCode } from './console-link.ts';
import { countSignInAttempt, forgetSignInAttempts } from '../db/accounts/sign-in-attempts.ts';
import type { LockoutRule } from '../db/accounts/sign-in-attempts.ts';
import { findSessionCaller, insertUserSession } from '../db/accounts/user-sessions.ts';
import type { UserSession } from '../db/accounts/user-sessions.ts';
import type { Database } from '../db/core/slonik.ts';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { createCode, hashCode } from '../platform/random-code.ts';

/** Address and password as they were entered, and the name that the browser gives itself. */
export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly userAgent: string | null;
}

/** A session that has just begun; the token is in no other place. */
export interface BegunSession {
  readonly userId: number;
  readonly session: UserSession;
  readonly token: string;
}

/** Checks a password against its hash, in the same time where there is none: null never matches. */
export type VerifyPassword = (hash: string | null, password: string) => Promise<boolean>;

/** Result of a sign-in with address and password. */
export interface SignInResult {
  /** null when the user is not let in. */
  readonly begun: BegunSession | null;
  /** null when no user has the address. */
  readonly userId: number | null;
  /** Of a refused one: whether wrong passwords lock the user out, that of this attempt among them. */
  readonly isLockedOut: boolean;
}

/**
 * Begins a session of a user. An unknown address, a wrong password, a user who is not active or is locked out take the same
 * time; only the log may say which it was. A user whose password is changed while it is checked is refused, too.
 */
export async function signIn(
  db: Database,
  { email, password, userAgent }: SignInRequest,
  { verify, rule }: { readonly verify: VerifyPassword; readonly rule: LockoutRule },
): Promise<SignInResult> {
  const attempt = await countSignInAttempt(db, email, rule);
  const isRight = await verify(attempt?.passwordHash ?? null, password);
  if (attempt === null) return { begun: null, userId: null, isLockedOut: false };
  const begun = isRight && attempt.isAllowed ? await beginSession(db, attempt, userAgent) : null;
  if (begun !== null) await forgetSignInAttempts(db, attempt.userId);
  return { begun, userId: attempt.userId, isLockedOut: attempt.isLockedOut };
}

/**
 * Begins a session with the code of a link, once. The user is held until then: a change that ends the sessions of the user either
 * ends this one, too, or has deleted the link. @returns null when the link was used or has expired
 */
export function signInByLink(db: Database, code: string, userAgent: string | null): Promise<BegunSession | null> {
  return db.transaction(async (transaction) => {
    const userId = await redeemUserCode(transaction, code);
    return userId === null ? null : beginSession(transaction, { userId, passwordHash: null }, userAgent);
  });
}

/** Begins a session of a user who is known to be the one: by the password of that hash, or (null) by a link or a provider. */
export async function beginSession(
  db: Database,
  { userId, passwordHash }: { readonly userId: number; readonly passwordHash: string | null },
  userAgent: string | null,
): Promise<BegunSession | null> {
  const token = createCode();
  const kept = userAgent?.slice(0, EXTENSION_BOUNDS.userAgent.max).toWellFormed() ?? null;
  const session = await insertUserSession(db, { userId, passwordHash, tokenHash: hashCode(token), userAgent: kept });
  return session === null ? null : { userId, token, session };
}

/** The caller that the token of a session stands for; null when the session has ended or the user is not active. */
export function findCallerOfToken(db: Database, token: string): ReturnType<typeof findSessionCaller> {
  return findSessionCaller(db, hashCode(token));
}
