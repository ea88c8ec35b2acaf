import { randomBytes } from 'node:crypto';
import { hashCode } from '../platform/random-code.ts';

/** Creates a Basic credential of an organization and a secret of 40 hexadecimal characters, by default a random one. */
export function createCredential(organizationId: number, secret: string = randomBytes(20).toString('hex')): string {
  return Buffer.from(`${organizationId}:${secret}`).toString('base64');
}

/** Hashes a credential for its lookup: the secret is 160 random bits, which cannot be guessed. */
export function hashCredential(credential: string): Buffer {
  return hashCode(credential);
}
