import { hash } from '@node-rs/argon2';

/** OWASP's smallest recommended effort of argon2id: 19 MiB, two passes, one lane. */
const EFFORT = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with argon2id and a random salt, in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, EFFORT);
}
