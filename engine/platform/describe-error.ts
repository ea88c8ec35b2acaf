import pg from 'pg';

/**
 * Describes an error for the log: names, codes and stack frames. Postgres quotes rows in its messages, so of its
 * errors the message is left out; other properties of errors, which hold rows and parameters, are left out of all.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { constructor, cause } = error;
  return {
    name: constructor.name,
    ...(!(error instanceof pg.DatabaseError) && { message: error.message }),
    ...('code' in error && { code: error.code }),
    stack: framesOf(error),
    ...(cause !== undefined && { cause: describeError(cause) }),
  };
}

/** The stack without the message that it begins with. */
function framesOf({ stack = '' }: Error): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
