import { formatCount, formatCountOf } from './format.ts';
import type { Pages } from '../hooks/use-pages.ts';

/** Goes through the pages of a listing; nothing when there is one page. */
export function Pager({ of: { page, pages, goTo, data, isLoading }, one }: { of: Pages<unknown>; one: string }) {
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label="Pages of the table">
      <button type="button" disabled={page === 0 || isLoading} onClick={() => goTo(page - 1)}>
        Previous
      </button>
      <span>
        Page {formatCount(page + 1)} of {formatCount(pages)}, {formatCountOf(data?.num_records ?? null, one)}
      </span>
      <button type="button" disabled={page + 1 >= pages || isLoading} onClick={() => goTo(page + 1)}>
        Next
      </button>
    </nav>
  );
}
