import { SluiceError } from '../errors.ts';

/** What went wrong, for a terminal: no stack trace, and never empty. */
export function failureSentence(error: unknown): string {
  if (error instanceof SluiceError) return error.message;
  if (error instanceof AggregateError) return error.errors.map(failureSentence).join('\n');
  if (!(error instanceof Error)) return String(error);
  // The reason of a wrapped failure (a refused connection, say) is what the reader can do something about.
  const reason = error.cause instanceof Error ? ` (${failureSentence(error.cause)})` : '';
  return `${error.message || error.name}${reason}`;
}
