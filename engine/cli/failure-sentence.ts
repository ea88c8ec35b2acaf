import { SluiceError } from '../platform/errors.ts';

/** Renders an error for a terminal: without a stack trace, never empty. */
export function failureMessage(error: unknown): string {
  if (error instanceof SluiceError) return error.message;
  if (error instanceof AggregateError) return error.errors.map(failureMessage).join('\n');
  if (!(error instanceof Error)) return String(error);
  if (isOlderSchema(error)) return OLDER_SCHEMA;
  // The reason of a wrapped failure (a refused connection, say) is what the reader can do something about.
  const reason = error.cause instanceof Error ? ` (${failureMessage(error.cause)})` : '';
  return `${error.message || error.name}${reason}`;
}

const OLDER_SCHEMA =
  'The schema of the database is missing or older than this command. Run "npx sluice start" or "npx sluice migrate" to migrate it.';

/** SQLSTATEs of an undefined table and an undefined column. */
const UNDEFINED = ['42P01', '42703'];

function isOlderSchema(error: Error): boolean {
  if ('code' in error && typeof error.code === 'string' && UNDEFINED.includes(error.code)) return true;
  return error.cause instanceof Error && isOlderSchema(error.cause);
}

/** The failure of a server, by what it is and its host: an address may have a user and a password. */
export function doesNotAnswer(server: string, host: string, cause: unknown): SluiceError {
  const message = `The ${server} at ${host} does not answer: ${failureMessage(cause)}`;
  return new SluiceError('internal_error', message, { cause });
}
