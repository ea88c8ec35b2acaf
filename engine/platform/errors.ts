import { createMessages } from '../domain/messages.ts';

/** The error codes of the API (api-facts 0.3); the API maps each to an HTTP status in one table. */
export type ErrorCode =
  | 'validation_failed'
  | 'invalid_request'
  | 'requested_too_many'
  | 'not_found'
  | 'multiple_records_found'
  | 'not_authorized'
  | 'internal_error';

/** Base of every error this service raises on purpose. The message is a full sentence and may be shown to the caller. */
export class SluiceError extends Error {
  readonly code: ErrorCode;
  readonly data: unknown;

  constructor(code: ErrorCode, message: string, options: { cause?: unknown; data?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.data = options.data ?? null;
  }
}

/**
 * A record would become invalid, or a state change is blocked. Several messages are joined with "; " in field order; of
 * many only the first few are kept.
 */
export class ValidationFailed extends SluiceError {
  constructor(messages: string | readonly string[], options: { cause?: unknown; data?: unknown } = {}) {
    super('validation_failed', typeof messages === 'string' ? messages : joined(messages), options);
  }
}

function joined(messages: readonly string[]): string {
  const list = createMessages();
  for (const message of messages) list.add(message);
  return list.text();
}

/** The request itself cannot be processed. */
export class InvalidRequest extends SluiceError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('invalid_request', message, options);
  }
}

/** The record is missing, or belongs to another organization. */
export class NotFound extends SluiceError {
  constructor(what: string, options: { cause?: unknown } = {}) {
    super('not_found', `${what} not found`, options);
  }
}

/** One record was expected where several fit the description. */
export class MultipleRecordsFound extends SluiceError {
  constructor(message: string) {
    super('multiple_records_found', message);
  }
}

/** More records were requested than one call returns. */
export class RequestedTooMany extends SluiceError {
  constructor(message: string) {
    super('requested_too_many', message);
  }
}

/** A worker, or Temporal, has not answered. The message says what is known; another try may succeed. */
export class NoAnswer extends SluiceError {
  /** Whether it may have been done all the same. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    message: string,
    { isOutcomeUnknown = false, ...options }: { cause?: unknown; isOutcomeUnknown?: boolean } = {},
  ) {
    super('internal_error', message, options);
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/** A setting is missing or wrong; the message names it and says what to change. */
export class ConfigurationError extends SluiceError {
  constructor(messages: readonly string[]) {
    super('internal_error', messages.join('\n'));
  }
}

/** Returns the message of what was thrown, an error or not. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
