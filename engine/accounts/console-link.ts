import { insertConsoleLink, insertUserLink, takeConsoleLink, takeUserLink } from '../db/accounts/console-links.ts';
import type { Database } from '../db/core/slonik.ts';
import { createCode, hashCode } from '../platform/random-code.ts';

/**
 * Creates the part of a link to the console that signs a browser tab in, once and within ten minutes. It is the fragment of
 * the address, which browsers send to no server.
 * @param keyId the key that the tab gets; null: the first active key of a system administrator
 * @returns null when there is no such key, or only its hash is known
 */
export async function createConsoleLink(db: Database, keyId: number | null = null): Promise<string | null> {
  const code = createCode();
  return (await insertConsoleLink(db, hashCode(code), keyId)) ? `#code=${code}` : null;
}

/**
 * Creates the part of a link to the console that signs a browser in as a user, once and within ten minutes.
 * @returns null when no user has the address, or the user may not sign in
 */
export async function createUserLink(db: Database, email: string): Promise<string | null> {
  const code = createCode();
  return (await insertUserLink(db, hashCode(code), email)) ? `#session=${code}` : null;
}

/** Exchanges the code of a link for the id of its user, whom the transaction holds, once; null when it was used or has expired. */
export function redeemUserCode(db: Database, code: string): Promise<number | null> {
  return takeUserLink(db, hashCode(code));
}

/** Exchanges the code of a link for its key, once; null when it was used or has expired. */
export function redeemConsoleCode(db: Database, code: string): ReturnType<typeof takeConsoleLink> {
  return takeConsoleLink(db, hashCode(code));
}
