/** A page of a listing of the API: large listings have a token for the next page, and no count. */
export interface Listing<Row> {
  readonly data: readonly Row[];
  /** The records on all pages. */
  readonly num_records?: number | null;
  readonly num_pages?: number | null;
  readonly next_page_token?: string | null;
}
