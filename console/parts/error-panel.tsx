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
  return (
    <div role="alert" class="panel error">
      <p>
        {what !== undefined && <strong>{what}. </strong>}
        {sentenceOf(error)}
      </p>
      {(onRetry !== undefined || children !== undefined) && (
        <div class="actions">
          {onRetry !== undefined && (
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

/** The sentence of the service, with what to do about it where the service does not say that itself. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof SluiceApiError))
    return error instanceof Error ? sentence(error.message) : sentence(String(error));
  const { code, message, retryAfterSeconds, status } = error;
  if (code === 'no_answer')
    return 'The service does not answer. Check your connection; an operator can check the service at /readyz.';
  if (retryAfterSeconds !== null) return `${sentence(message)} Try again in ${retryAfterSeconds} s.`;
  if (status !== null && status >= 500) return `${sentence(message)} Try again; if it happens again, tell an operator.`;
  return sentence(message);
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
