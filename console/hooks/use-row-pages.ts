import { usePageNumber } from './use-page-number.ts';
import type { ShownPage } from './use-pages.ts';

/** Rows that are in the tab already, a page at a time. */
export interface RowPages<Row> extends ShownPage {
  readonly rows: readonly Row[];
}

/**
 * Takes the page that the user has gone to from all rows.
 * @param of names what the rows are: others begin with their first page
 */
export function useRowPages<Row>(all: readonly Row[], perPage: number, of: string): RowPages<Row> {
  const [chosen, goTo] = usePageNumber(of);
  const pages = Math.max(Math.ceil(all.length / perPage), 1);
  // Rows may have gone since.
  const page = Math.min(chosen, pages - 1);
  return {
    rows: all.slice(page * perPage, (page + 1) * perPage),
    data: { num_pages: pages, num_records: all.length },
    isLoading: false,
    page,
    hasNext: page + 1 < pages,
    previous: () => goTo(page - 1),
    next: () => goTo(page + 1),
  };
}
