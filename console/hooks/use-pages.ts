import type { Listing } from './listing.ts';
import { useAnswer } from './use-answer.ts';
import type { Answer } from './use-answer.ts';
import { usePageNumber } from './use-page-number.ts';

/** A page of a listing, and the way to the others. */
export interface ShownPage {
  /** From 0. */
  readonly page: number;
  readonly hasNext: boolean;
  readonly isLoading: boolean;
  /** The sizes of the listing, as far as they are known. */
  readonly data: Pick<Listing<unknown>, 'num_pages' | 'num_records'> | undefined;
  readonly previous: () => void;
  readonly next: () => void;
}

/** A listing, a page at a time. */
export interface Pages<Row> extends Answer<Listing<Row>>, ShownPage {
  readonly data: Listing<Row> | undefined;
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
  const [page, goTo] = usePageNumber(of);
  const answer = useAnswer(() => read(page), [page, of, ...inputs]);
  return {
    ...answer,
    page,
    hasNext: page + 1 < (answer.data?.num_pages ?? 0),
    previous: () => goTo(page - 1),
    next: () => goTo(page + 1),
  };
}
