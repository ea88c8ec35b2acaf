import type { ErrorCode } from '../../engine/platform/errors.ts';

/** The four keys of every JSON answer; paging keys stand next to them. */
export interface Envelope {
  success: boolean;
  data: unknown;
  error_code: ErrorCode | null;
  error_message: string | null;
}

/** Position of a page in its list; `page` is null when a token led to it. */
export interface PagingKeys {
  page: number | null;
  per_page: number;
  num_records?: number;
  num_pages?: number;
  next_page_token?: string | null;
}

/** Wraps what a call answers, with the paging keys of a list. */
export function success(data: unknown, paging: PagingKeys | Record<string, never> = {}): Envelope {
  return { success: true, data, error_code: null, error_message: null, ...paging };
}

/** The JSON of `success`, made of the JSON of each record. It is sent with the type {@link JSON_TYPE}. */
export function successText(records: readonly string[], paging: PagingKeys | Record<string, never> = {}): string {
  const withoutRecords = JSON.stringify(success([], paging));
  return withoutRecords.replace('"data":[]', () => `"data":[${records.join(',')}]`);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Wraps why a call failed. */
export function failure(code: ErrorCode, message: string, data: unknown = null): Envelope {
  return { success: false, data, error_code: code, error_message: message };
}
