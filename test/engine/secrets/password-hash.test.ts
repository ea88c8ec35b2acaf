import { verify } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { hashPassword } from '../../../engine/secrets/password-hash.ts';

it('hashes a password with argon2id, differently each time', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);

  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(second).not.toBe(first);
  expect(await verify(first, 'correct horse')).toBe(true);
  expect(await verify(first, 'Correct horse')).toBe(false);
});
