import { useState } from 'preact/hooks';
import type { Listing } from './listing.ts';
import { useAnswer } from './use-answer.ts';
import type { Answer } from './use-answer.ts';

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
 * @param read takes the number of the page
 * @param of names the listing: when it changes, the first page is read
 */
export function usePages<Row>(
  read: (page: number) => Promise<Listing<Row>>,
  inputs: readonly unknown[],
  of = '',
): Pages<Row> {
  const [kept, setKept] = useState({ of, page: 0 });
  const page = kept.of === of ? kept.page : 0;
  const answer = useAnswer(() => read(page), [page, of, ...inputs]);
  return {
    ...answer,
    page,
    hasNext: page + 1 < (answer.data?.num_pages ?? 0),
    previous: () => setKept({ of, page: page - 1 }),
    next: () => setKept({ of, page: page + 1 }),
  };
}
