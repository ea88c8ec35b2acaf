import { hash, verify } from '@node-rs/argon2';

/** OWASP's smallest recommended effort of argon2id: 19 MiB, two passes, one lane. */
const EFFORT = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes a password with argon2id and a random salt, in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, EFFORT);
}

/** Checks a password against its hash. No password matches null, or a text that is no hash, which takes the same time. */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isHash = passwordHash?.startsWith('$argon2id$') === true;
  const matches = await verify(isHash ? passwordHash : OF_NO_PASSWORD, password);
  return isHash && matches;
}

/** Hash of 32 random bytes that were not kept, with the effort of the others. */
const OF_NO_PASSWORD =
  '$argon2id$v=19$m=19456,t=2,p=1$Or5e0NVoWTNAXURlSAu59Q$LxAitBt07TSNhb0dRPL6h9mmoDzhAJh7WyctXt/3PR0';
