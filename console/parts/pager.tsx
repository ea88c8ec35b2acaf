import type { ShownPage } from '../hooks/use-pages.ts';
import { formatCount, formatCountOf } from './format.ts';

/** Goes through the pages of a listing; nothing when there is one page. */
export function Pager({ of: pages, one }: { of: ShownPage; one: string }) {
  const { page, hasNext, isLoading, previous, next } = pages;
  const { num_pages = null, num_records = null } = pages.data ?? {};
  if (page === 0 && !hasNext) return null;
  return (
    <nav class="pager" aria-label={`Pages of ${one}s`}>
      <button type="button" disabled={page === 0} aria-busy={isLoading} onClick={() => isLoading || previous()}>
        Previous
      </button>
      <span>
        Page {formatCount(page + 1)}
        {num_pages !== null && ` of ${formatCount(num_pages)}`}
        {num_records !== null && `, ${formatCountOf(num_records, one)}`}
      </span>
      <button type="button" disabled={!hasNext} aria-busy={isLoading} onClick={() => isLoading || next()}>
        Next
      </button>
    </nav>
  );
}
