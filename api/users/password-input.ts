import { PASSWORD_LENGTH, passwordFault } from '../../engine/domain/passwords.ts';
import type { Attributes } from '../http/attributes.ts';
import { objectOf, text } from '../http/values.ts';

/** A password, sent twice. */
export const passwordInput = objectOf({
  password1: text.describe(`${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`),
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
    const fault = passwordFault(password);
    if (fault !== null) attributes.refuse('password1', fault);
  }
  const again = attributes.demand('password2');
  if (password !== null && again !== null && again !== password) {
    attributes.refuse('password2', 'must be the same as password1');
  }
  return password;
}
