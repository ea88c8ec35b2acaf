import {
  deletePasswordReset,
  insertPasswordReset,
  isValidReset,
  takePasswordReset,
} from '../db/accounts/password-resets.ts';
import { setPassword } from '../db/accounts/users.ts';
import type { Database } from '../db/core/slonik.ts';
import type { Mailer } from '../mail/mailer.ts';
import { resetMessage } from '../mail/reset-message.ts';
import { createCode, hashCode } from '../platform/random-code.ts';
import { signOut } from './sign-out.ts';

/** Settings of resets by mail. */
export interface ResetRule {
  /** Sender of the mail. */
  readonly from: string;
  /** Address of the console, to whose fragment the code is added. */
  readonly consoleUrl: string;
  readonly validityMs: number;
}

/**
 * Mails a link that sets a new password to the active user with that address.
 * @returns the id of the user; null when no mail was sent, for want of such a user or because the user had too many of late
 * @throws whatever the mailer throws; a mail that was not taken does not count
 */
export async function mailPasswordReset(
  db: Database,
  email: string,
  { mailer, rule }: { readonly mailer: Mailer; readonly rule: ResetRule },
): Promise<number | null> {
  const { from, consoleUrl, validityMs } = rule;
  const code = createCode();
  const user = await insertPasswordReset(db, email, { codeHash: hashCode(code), validityMs });
  if (user === null) return null;
  try {
    await mailer.send(resetMessage(user, { from, validityMs, url: `${consoleUrl}#reset=${code}` }));
  } catch (error) {
    // A server that has answered with a code did not take the mail; of a silent one it may still arrive.
    if (wasNotTaken(error)) await deletePasswordReset(db, hashCode(code));
    throw error;
  }
  return user.userId;
}

/** Whether a code is that of a reset that can be used now. */
export function hasPasswordReset(db: Database, code: string): Promise<boolean> {
  return isValidReset(db, hashCode(code));
}

/**
 * Sets the password of the user of a reset, once; all sessions, links and other resets of the user end, and so does a lockout.
 * @returns the id of the user; null when the reset was used or has expired
 */
export function resetPassword(db: Database, code: string, passwordHash: string): Promise<number | null> {
  return db.transaction(async (transaction) => {
    const userId = await takePasswordReset(transaction, hashCode(code));
    if (userId === null) return null;
    await replaceForgotten(transaction, userId, passwordHash);
    return userId;
  });
}

/** Sets a password without the present one: all that began with that ends, and so does a lockout. The transaction holds the user. */
export async function replaceForgotten(db: Database, userId: number, passwordHash: string): Promise<void> {
  await setPassword(db, userId, passwordHash);
  await signOut(db, userId);
}

/** Whether a mail server refused a mail, or could not be reached. */
function wasNotTaken(error: unknown): boolean {
  const { code, syscall, responseCode } = error as { code?: string; syscall?: string; responseCode?: number };
  return responseCode !== undefined || code === 'EDNS' || code === 'ECONNECTION' || syscall === 'connect';
}
