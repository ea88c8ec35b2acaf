import type { ErrorCode } from '../engine/errors.ts';

/** What a failed call can be about: an error code, or a situation in which a code has a status of its own. */
export type Situation =
  ErrorCode | 'unauthenticated' | 'unknown_route' | 'unreadable_body' | 'body_too_large' | 'too_many_calls';

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
  too_many_calls: 429,
  internal_error: 500,
};
