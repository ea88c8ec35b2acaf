import { useState } from 'preact/hooks';
import { useAnswer } from './use-answer.ts';
import type { Answer } from './use-answer.ts';

/** A page of a listing of the API. */
export interface Listing<Row> {
  readonly data: readonly Row[];
  /** The records on all pages. */
  readonly num_records?: number;
  readonly num_pages?: number;
}

/** A listing, a page at a time. */
export interface Pages<Row> extends Answer<Listing<Row>> {
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  readonly goTo: (page: number) => void;
}

/** Reads the page of a listing that the user has gone to; `inputs` are what else the reading depends on. */
export function usePages<Row>(read: (page: number) => Promise<Listing<Row>>, inputs: readonly unknown[]): Pages<Row> {
  const [page, goTo] = useState(0);
  const answer = useAnswer(() => read(page), [page, ...inputs]);
  return { ...answer, page, pages: answer.data?.num_pages ?? 0, goTo };
}
