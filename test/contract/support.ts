import { expect } from 'vitest';

/** A record whose keys a contract test knows before it looks. */
export type Row = Record<string, any>;

/** An ISO 8601 time in UTC. */
export const TIME: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

/** The four paging keys of a list that fits on its first page. */
export function onePage(records: number, perPage: number) {
  return { page: 0, per_page: perPage, num_records: records, num_pages: records === 0 ? 0 : 1 };
}

/** An envelope that failed with a code, a sentence and no data. */
export function failed(code: string, status = 200) {
  return { status, success: false, data: null, error_code: code, error_message: expect.stringMatching(/\w \w/) };
}
