import { useState } from 'preact/hooks';

/**
 * The page of a listing that the user has gone to, from 0, and the function that goes to another one.
 * @param of names the listing: another one begins with its first page
 */
export function usePageNumber(of: string): [page: number, goTo: (page: number) => void] {
  const [kept, setKept] = useState({ of, page: 0 });
  return [kept.of === of ? kept.page : 0, (page) => setKept({ of, page })];
}
