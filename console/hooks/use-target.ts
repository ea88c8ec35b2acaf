import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/**
 * The heading that the fragment of the address names: it is scrolled to, and focused, when it appears, and when `shown` changes. Browsers
 * look for it only while the page is loaded.
 */
export function useTarget<Heading extends HTMLElement>(id: string, shown = ''): RefObject<Heading | null> {
  const heading = useRef<Heading>(null);
  useEffect(() => {
    if (location.hash !== `#${id}` || heading.current === null) return;
    heading.current.scrollIntoView({ block: 'start' });
    heading.current.focus({ preventScroll: true });
  }, [id, shown]);
  return heading;
}
