import { deleteUserLinks } from '../db/accounts/console-links.ts';
import { endPasswordResets } from '../db/accounts/password-resets.ts';
import { deleteUserSessions } from '../db/accounts/user-sessions.ts';
import type { Database } from '../db/core/slonik.ts';

/**
 * Ends the sessions of a user, and the links and resets that would begin one. The transaction holds the user.
 * @param keptSessionId the session that continues, of a user who changes the own password
 */
export async function signOut(
  transaction: Database,
  userId: number,
  keptSessionId: number | null = null,
): Promise<void> {
  await deleteUserSessions(transaction, userId, keptSessionId);
  await deleteUserLinks(transaction, userId);
  await endPasswordResets(transaction, userId);
}
