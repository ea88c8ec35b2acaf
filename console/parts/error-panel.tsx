import type { ComponentChildren } from 'preact';
import { SluiceApiError } from '../../client/index.ts';

interface ErrorPanelProps {
  error: unknown;
  /** The action that failed, as the beginning of a sentence: "The list was not created". */
  what?: string;
  /** Repeats what did not work. */
  onRetry?: () => void;
  /** Other ways to continue: links and buttons. */
  children?: ComponentChildren;
}

/** An error with what to do next. */
export function ErrorPanel({ error, what, onRetry, children }: ErrorPanelProps) {
  // What is gone stays gone.
  const mayRetry = onRetry !== undefined && !(error instanceof SluiceApiError && error.code === 'not_found');
  return (
    <div role="alert" class="panel error">
      <p>
        {what !== undefined && <strong>{what}. </strong>}
        {sentenceOf(error)}
      </p>
      {(mayRetry || children !== undefined) && (
        <div class="actions">
          {mayRetry && (
            <button type="button" onClick={onRetry}>
              Try again
            </button>
          )}
          {children}
        </div>
      )}
    </div>
  );
}

/** Whether a call may have been done although it failed: nothing has answered, or no worker in time. */
export function isUncertain(error: unknown): boolean {
  return error instanceof SluiceApiError ? error.isOutcomeUnknown : error instanceof TypeError;
}

/** The sentence of the service, with what to do about it where the service does not say that itself. */
function sentenceOf(error: unknown): string {
  // What fetch throws, whatever the browser says about it.
  if (error instanceof TypeError) return NO_ANSWER;
  if (!(error instanceof SluiceApiError))
    return error instanceof Error ? sentence(error.message) : sentence(String(error));
  const { code, message, retryAfterSeconds, status } = error;
  if (code === 'no_answer') return NO_ANSWER;
  if (retryAfterSeconds !== null) return `${sentence(message)} Try again in ${retryAfterSeconds} s.`;
  if (status !== null && status >= 500) return `${sentence(message)} Try again; if it happens again, tell an operator.`;
  return sentence(message);
}

const NO_ANSWER = 'The service does not answer. Check your connection; an operator can check the service at /readyz.';

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
