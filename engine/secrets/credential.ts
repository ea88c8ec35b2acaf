import { createHash, randomBytes } from 'node:crypto';

/** Creates a Basic credential of an organization and a secret of 40 hexadecimal characters, by default a random one. */
export function createCredential(organizationId: number, secret: string = randomBytes(20).toString('hex')): string {
  return Buffer.from(`${organizationId}:${secret}`).toString('base64');
}

/** Hashes a credential for its lookup. One round of SHA-256 is enough: the secret is 160 random bits, which cannot be guessed. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}
