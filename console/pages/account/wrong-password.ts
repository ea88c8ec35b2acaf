import { SluiceApiError } from '../../../client/index.ts';

/** The message at a field whose password was refused. */
export const WRONG_PASSWORD = 'This password is wrong, or too many wrong ones have locked you out for a while.';

/** Whether a change was refused because of the password that confirms it. */
export function isWrongPassword(error: unknown): boolean {
  return error instanceof SluiceApiError && error.message.startsWith('current_password');
}
