import type { ErrorCode } from '../../engine/platform/errors.ts';

/** Cause of a failed call: an error code, or a situation in which a code has a status of its own. */
export type Situation =
  | ErrorCode
  | 'unauthenticated'
  | 'unknown_route'
  | 'unreadable_body'
  | 'body_too_large'
  | 'headers_too_large'
  | 'too_many_calls'
  | 'too_much_at_once'
  | 'idempotency_key_reused'
  | 'busy'
  | 'no_worker_answered'
  | 'database_away'
  | 'files_away'
  | 'provider_away';

/** The error code of every failure. */
export const CODE_OF: Readonly<Record<Situation, ErrorCode>> = {
  validation_failed: 'validation_failed',
  invalid_request: 'invalid_request',
  requested_too_many: 'requested_too_many',
  not_found: 'not_found',
  multiple_records_found: 'multiple_records_found',
  not_authorized: 'not_authorized',
  unauthenticated: 'not_authorized',
  unknown_route: 'not_found',
  unreadable_body: 'invalid_request',
  body_too_large: 'invalid_request',
  headers_too_large: 'invalid_request',
  too_many_calls: 'requested_too_many',
  too_much_at_once: 'requested_too_many',
  idempotency_key_reused: 'validation_failed',
  busy: 'requested_too_many',
  no_worker_answered: 'internal_error',
  database_away: 'internal_error',
  files_away: 'internal_error',
  provider_away: 'internal_error',
  internal_error: 'internal_error',
};

/** The HTTP status of every failure; a success is always 200. */
export const STATUS_OF: Readonly<Record<Situation, number>> = {
  validation_failed: 200,
  invalid_request: 200,
  requested_too_many: 200,
  not_found: 200,
  multiple_records_found: 200,
  not_authorized: 403,
  unauthenticated: 401,
  unknown_route: 404,
  unreadable_body: 400,
  body_too_large: 413,
  headers_too_large: 431,
  too_many_calls: 429,
  too_much_at_once: 429,
  idempotency_key_reused: 422,
  busy: 503,
  no_worker_answered: 503,
  database_away: 503,
  files_away: 503,
  provider_away: 503,
  internal_error: 500,
};
