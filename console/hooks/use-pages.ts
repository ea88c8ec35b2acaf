import { useState } from 'preact/hooks';
import { useAnswer } from './use-answer.ts';
import type { Answer } from './use-answer.ts';

/** A page of a listing of the API: large listings have a token for the next page, and no count. */
export interface Listing<Row> {
  readonly data: readonly Row[];
  /** The records on all pages. */
  readonly num_records?: number | null;
  readonly num_pages?: number | null;
  readonly next_page_token?: string | null;
}

/** A listing, a page at a time. */
export interface Pages<Row> extends Answer<Listing<Row>> {
  /** From 0. */
  readonly page: number;
  readonly hasNext: boolean;
  readonly previous: () => void;
  readonly next: () => void;
}

/**
 * Reads the page of a listing that the user has gone to; `inputs` are what else the reading depends on.
 * @param read takes the number of the page, and its token where the listing has tokens
 * @param of names the listing: when it changes, the first page is read
 */
export function usePages<Row>(
  read: (page: number, token: string | undefined) => Promise<Listing<Row>>,
  inputs: readonly unknown[],
  of = '',
): Pages<Row> {
  // The tokens of the pages up to this one.
  const [kept, setKept] = useState<{ of: string; tokens: readonly (string | undefined)[] }>({ of, tokens: FIRST });
  const tokens = kept.of === of ? kept.tokens : FIRST;
  const page = tokens.length - 1;
  const answer = useAnswer(() => read(page, tokens[page]), [page, of, ...inputs]);
  const { num_pages, next_page_token } = answer.data ?? {};
  return {
    ...answer,
    page,
    hasNext: typeof next_page_token === 'string' || page + 1 < (num_pages ?? 0),
    previous: () => setKept({ of, tokens: tokens.slice(0, -1) }),
    next: () => setKept({ of, tokens: [...tokens, next_page_token ?? undefined] }),
  };
}

const FIRST = [undefined];
