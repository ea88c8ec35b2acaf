import { createHash, randomBytes } from 'node:crypto';
import { countSignInAttempt, forgetSignInAttempts } from '../db/accounts/sign-in-attempts.ts';
import type { LockoutRule } from '../db/accounts/sign-in-attempts.ts';
import { findSessionCaller, insertUserSession } from '../db/accounts/user-sessions.ts';
import type { UserSession } from '../db/accounts/user-sessions.ts';
import type { Database } from '../db/core/slonik.ts';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';

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

/**
 * Begins a session of a user. An unknown address, a wrong password, a user who is not active or is locked out take the same
 * time and have the same result. @returns null when the user is not let in
 */
export async function signIn(
  db: Database,
  { email, password, userAgent }: SignInRequest,
  { verify, rule }: { readonly verify: VerifyPassword; readonly rule: LockoutRule },
): Promise<BegunSession | null> {
  const attempt = await countSignInAttempt(db, email, rule);
  const isRight = await verify(attempt?.passwordHash ?? null, password);
  if (attempt === null || !isRight || !attempt.isAllowed) return null;
  await forgetSignInAttempts(db, attempt.userId);
  return beginSession(db, attempt.userId, userAgent);
}

/** Begins a session of a user who is known to be the one. */
export async function beginSession(db: Database, userId: number, userAgent: string | null): Promise<BegunSession> {
  const token = randomBytes(32).toString('base64url');
  const kept = userAgent?.slice(0, EXTENSION_BOUNDS.userAgent.max).toWellFormed() ?? null;
  return { userId, token, session: await insertUserSession(db, { userId, tokenHash: hashOf(token), userAgent: kept }) };
}

/** The caller that the token of a session stands for; null when the session has ended or the user is not active. */
export function findCallerOfToken(db: Database, token: string): ReturnType<typeof findSessionCaller> {
  return findSessionCaller(db, hashOf(token));
}

/** One round is enough: the token is 256 random bits, which cannot be guessed. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
