import { randomBytes } from 'node:crypto';
import { PASSWORD_LENGTH, passwordFault } from '../domain/passwords.ts';
import { ValidationFailed } from '../platform/errors.ts';

/** A password for a user, and the text that is printed: null where the operator knows the password. */
export interface EnteredPassword {
  readonly password: string;
  readonly printed: string | null;
}

/** Reads a password from standard input, or generates one. @throws ValidationFailed */
export async function enteredPassword(isEntered: boolean): Promise<EnteredPassword> {
  if (isEntered) return { password: await readPassword(), printed: null };
  const password = randomBytes(GENERATED_BYTES).toString('base64url');
  return { password, printed: password };
}

/** 144 bits. */
const GENERATED_BYTES = 18;

/** The first line of standard input. @throws ValidationFailed */
async function readPassword(): Promise<string> {
  let text = '';
  for await (const block of process.stdin.setEncoding('utf8')) {
    text += String(block);
    if (text.includes('\n') || text.length > 2 * PASSWORD_LENGTH.max) break;
  }
  const [password = ''] = text.split(/\r?\n/, 1);
  const fault = passwordFault(password);
  if (fault !== null) throw new ValidationFailed(`The password ${fault}.`);
  return password;
}
