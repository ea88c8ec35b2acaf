import { createHash, randomBytes } from 'node:crypto';

/** The Basic credential of an organization and a secret of 40 hexadecimal characters, a random one if none is given. */
export function createCredential(organizationId: number, secret: string = randomBytes(20).toString('hex')): string {
  return Buffer.from(`${organizationId}:${secret}`).toString('base64');
}

/** What a credential is looked up by. Its secret is 160 random bits, which no list of guesses holds: one round will do. */
export function hashCredential(credential: string): Buffer {
  return createHash('sha256').update(credential).digest();
}
