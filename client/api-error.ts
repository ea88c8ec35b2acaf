import type { components } from './schema.ts';

/** The `error_code` of a failed call; `no_answer` where the service cannot be reached or something else answers. */
export type SluiceErrorCode = Failure['error_code'] | Refusal | 'no_answer';

/** A call that failed. The message is the sentence of the service. */
export class SluiceApiError extends Error {
  readonly code: SluiceErrorCode;
  /** The HTTP status; null when there is no answer. Most refusals have 200. */
  readonly status: number | null;
  /** Seconds to wait before the next call (the header Retry-After); null: the service names none. */
  readonly retryAfterSeconds: number | null;
  /** Whether the call may have been done all the same: nothing has answered, or the service says so (the header Sluice-Outcome). */
  readonly isOutcomeUnknown: boolean;

  constructor(
    code: SluiceErrorCode,
    message: string,
    { response, cause }: { response?: Response; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'SluiceApiError';
    this.code = code;
    this.status = response?.status ?? null;
    this.isOutcomeUnknown = code === 'no_answer' || response?.headers.get('sluice-outcome') === 'unknown';
    const retryAfter = response?.headers.get('retry-after') ?? null;
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  }
}

type Responses = components['responses'];
type Failure = Responses[keyof Responses]['content']['application/json'];
/** The codes of failures with the HTTP status 200. */
type Refusal = 'validation_failed' | 'invalid_request' | 'requested_too_many' | 'not_found' | 'multiple_records_found';
