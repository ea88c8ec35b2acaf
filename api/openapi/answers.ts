import type { PagingRules } from '../http/paging.ts';
import { CODE_OF, STATUS_OF } from '../http/statuses.ts';
import type { Situation } from '../http/statuses.ts';
import type { JsonSchemas, JsonSchema } from './json-schemas.ts';
import { failureExample, successExample } from './answer-examples.ts';
import type { DescribedRoute } from './operation.ts';

/** The answers of an operation by HTTP status. */
export function answersOf(route: DescribedRoute, schemas: JsonSchemas): Record<string, unknown> {
  const failed = SITUATIONS.filter((situation) => canMeet(route, situation)).map((situation) => STATUS_OF[situation]);
  const others = [...new Set(failed)].filter((status) => status !== 200);
  return {
    ...(route.statuses === undefined ? { 200: successOf(route, schemas) } : statusesOf(route.statuses)),
    ...Object.fromEntries(others.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }])),
  };
}

function statusesOf(statuses: Readonly<Record<number, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => [
      status,
      { description, ...(Number(status) >= 400 && json(anyFailure(), failureExample(Number(status)))) },
    ]),
  );
}

function anyFailure(): JsonSchema {
  return envelope({
    success: FAILED,
    data: NULL,
    error_code: { type: 'string' },
    error_message: { type: 'string' },
  });
}

/** Every answer of a failure that has a status of its own, by its name. */
export function failuresByName(): Record<string, unknown> {
  const met = SITUATIONS.filter((situation) => situation !== 'unknown_route');
  const statuses = [...new Set(met.map((situation) => STATUS_OF[situation]))].filter((status) => status !== 200);
  return Object.fromEntries(
    statuses.map((status) => [
      nameOf(status),
      { description: MEANINGS[status], ...json(failureWith(status), failureExample(status)) },
    ]),
  );
}

const NOT_OF_READS: readonly Situation[] = ['body_too_large', 'too_much_at_once', 'busy', 'no_worker_answered'];
const BODYLESS = ['GET'];
/** The type of Server-Sent Events. */
const EVENTS = 'text/event-stream';

const SITUATIONS = Object.keys(STATUS_OF) as Situation[];

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request cannot be read.',
  401: 'The API key is missing, unknown or inactive.',
  403: 'The role of the API key does not allow the call.',
  413: 'The body is too large.',
  422: 'The Idempotency-Key was used with another path or body within the last 24 hours.',
  429: 'Too many calls of the API key, or too much data of the organization at once. The header retry-after says how many seconds to wait.',
  431: 'The path or the headers are too large.',
  500: 'The service failed. The message has the id of the request, for the operator.',
  503: 'Too many large bodies are being sent, no worker answered a command, or the database, the file store or the provider of the single sign-on does not answer; the header retry-after says how many seconds to wait.',
};

function canMeet({ method, files, takesIdempotencyKey }: DescribedRoute, situation: Situation): boolean {
  if (situation === 'unknown_route') return false;
  if (situation === 'idempotency_key_reused') return takesIdempotencyKey === true;
  if (files !== undefined && EVENTS in files) return true;
  return !NOT_OF_READS.includes(situation) || !BODYLESS.includes(method);
}

function successOf(route: DescribedRoute, schemas: JsonSchemas): Record<string, unknown> {
  const failure = failureWith(200, route.failure === undefined ? undefined : schemas.ofOutput(route.failure));
  const description = 'The result, or the reason for the refusal.';
  if (route.files !== undefined) {
    const files = Object.entries(route.files).map(([type, example]) => [type, { schema: TEXT, example }] as const);
    return { description, content: { ...Object.fromEntries(files), ...json(failure).content } };
  }
  const data = route.answer == null ? NULL : schemas.ofOutput(route.answer);
  const paging = route.paging === undefined ? {} : pagingKeys(route.paging);
  const optional = route.paging?.isOptional === true ? [] : Object.keys(paging);
  const success = envelope({ success: SUCCEEDED, data, ...NO_ERROR, ...paging }, optional);
  const example = successExample(route.answer ?? null, route.paging);
  return { description, ...json({ anyOf: [success, failure] }, example) };
}

const TEXT = { type: 'string' };
const NULL = { type: 'null' };
/** With their type: orval takes a constant without one for a text. */
const SUCCEEDED = { type: 'boolean', const: true };
const FAILED = { type: 'boolean', const: false };

/** One type each: generators of clients do not read lists of types. */
function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, NULL] };
}

const NO_ERROR = { error_code: NULL, error_message: NULL };

function failureWith(status: number, data: JsonSchema = {}): JsonSchema {
  const codes = SITUATIONS.filter((situation) => STATUS_OF[situation] === status).map(
    (situation) => CODE_OF[situation],
  );
  return envelope({
    success: FAILED,
    data: Object.keys(data).length === 0 ? NULL : orNull(data),
    error_code: { type: 'string', enum: [...new Set(codes)] },
    error_message: { type: 'string' },
  });
}

function pagingKeys({ tokens, isCounted = true }: PagingRules): Record<string, JsonSchema> {
  const count = { type: 'integer', minimum: 0 };
  return {
    page: tokens === true ? orNull(count) : count,
    per_page: { type: 'integer', minimum: 1 },
    ...(isCounted && { num_records: count, num_pages: count }),
    ...(tokens === true && { next_page_token: orNull(TEXT) }),
  };
}

function envelope(properties: Record<string, unknown>, more: readonly string[] = []): JsonSchema {
  const required = ['success', 'data', 'error_code', 'error_message', ...more];
  return { type: 'object', properties, required, additionalProperties: false };
}

function json(schema: JsonSchema, example?: unknown) {
  return { content: { 'application/json': { schema, ...(example !== undefined && { example }) } } };
}

function nameOf(status: number): string {
  return `Status${status}`;
}
