import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { failure } from '../http/envelope.ts';
import {
  BodyTooLarge,
  KeyReused,
  NotAllowed,
  NotAuthenticated,
  TooManyCalls,
  TooManyHeaders,
  TooMuchConcurrently,
  UnreadablePath,
} from '../http/errors.ts';
import type { CallRefused } from '../http/errors.ts';
import type { PagingRules } from '../http/paging.ts';
import { STATUS_OF } from '../http/statuses.ts';

/** The whole answer of a success, made of the example of its record; undefined when the record has none. */
export function successExample(answer: z.ZodType | null, paging?: PagingRules): Record<string, unknown> | undefined {
  const data = answer === null ? null : exampleOf(answer);
  if (data === undefined) return undefined;
  return {
    success: true,
    data,
    error_code: null,
    error_message: null,
    ...(paging !== undefined && paging.isOptional !== true && firstPage(paging)),
  };
}

/** A failure with this status. */
export function failureExample(status: number): unknown {
  const refusal = REFUSALS.find(({ situation }) => STATUS_OF[situation] === status);
  return refusal === undefined ? INTERNAL : failure(refusal.code, refusal.message);
}

const REFUSALS: readonly CallRefused[] = [
  new UnreadablePath(),
  new NotAuthenticated(),
  new NotAllowed(),
  new BodyTooLarge(BOUNDS.body.max),
  new TooManyCalls('this API key may make 6000 calls a minute', 24),
  new KeyReused(),
  new TooManyHeaders(BOUNDS.requestHeaderCount.max),
  new TooMuchConcurrently('busy'),
];

const INTERNAL = failure(
  'internal_error',
  'an internal error occurred; the request id is 2b1c7b4e-2f6f-4a53-9f0b-0b6a9f3c8d11',
);

function exampleOf(schema: z.ZodType): unknown {
  const [example] = (z.globalRegistry.get(schema)?.examples ?? []) as readonly unknown[];
  if (example !== undefined) return example;
  if (!(schema instanceof z.ZodArray)) return undefined;
  const entry = exampleOf(schema.element as z.ZodType);
  return entry === undefined ? undefined : [entry];
}

/** The paging keys of a first page with one record. */
function firstPage({ defaultSize, tokens, isCounted = true }: PagingRules): Record<string, unknown> {
  return {
    page: 0,
    per_page: defaultSize,
    ...(isCounted && { num_records: 1, num_pages: 1 }),
    ...(tokens === true && { next_page_token: null }),
  };
}
