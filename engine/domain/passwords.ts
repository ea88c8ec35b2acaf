/** Shortest and longest password of a user, in characters. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** The reason for which a password is refused, as the end of a sentence; null when it is not. */
export function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (password.trim() === '') return 'cannot be blank';
  if (length < PASSWORD_LENGTH.min) return `is too short (minimum is ${PASSWORD_LENGTH.min} characters)`;
  if (length > PASSWORD_LENGTH.max) return `is too long (maximum is ${PASSWORD_LENGTH.max} characters)`;
  return null;
}
