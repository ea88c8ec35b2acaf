import type { Attributes } from '../http/attributes.ts';
import { objectOf, text } from '../http/values.ts';

const SHORTEST = 8;
const LONGEST = 128;

/** A password, sent twice. */
export const passwordInput = objectOf({
  password1: text.describe(`${SHORTEST} to ${LONGEST} characters.`),
  password2: text,
});

/** Reads a password that is sent twice; null when none is sent, which only an update may do. */
export function readPassword(
  attributes: Attributes<typeof passwordInput>,
  { isRequired }: { isRequired: boolean },
): string | null {
  const isSent = (name: 'password1' | 'password2') => (attributes.raw(name) ?? null) !== null;
  if (!isRequired && !isSent('password1') && !isSent('password2')) return null;

  const password = attributes.demand('password1');
  if (password !== null) {
    const length = [...password].length;
    if (password.trim() === '') attributes.refuse('password1', 'cannot be blank');
    else if (length < SHORTEST) attributes.refuse('password1', `is too short (minimum is ${SHORTEST} characters)`);
    else if (length > LONGEST) attributes.refuse('password1', `is too long (maximum is ${LONGEST} characters)`);
  }
  const again = attributes.demand('password2');
  if (password !== null && again !== null && again !== password) {
    attributes.refuse('password2', 'must be the same as password1');
  }
  return password;
}
