import { createHash, randomBytes } from 'node:crypto';

/** Creates the code of a link or the token of a session: 256 random bits in base64url, which cannot be guessed. */
export function createCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Hashes what the database keeps of a random secret. One round of SHA-256 is enough for one of 160 bits or more. */
export function hashCode(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
