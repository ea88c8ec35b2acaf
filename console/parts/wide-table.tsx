import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface WideTableProps {
  /** Description of the table, for screen readers. */
  label: string;
  class?: string;
  /** The table. */
  children: ComponentChildren;
}

/** Overflow in pixels that hides no content: the space between columns. */
const PADDING = 16;

/** A table that is scrolled sideways where it is wider than the page, and says so. */
export function WideTable({ label, class: name = '', children }: WideTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setCut(current.scrollWidth > current.clientWidth + PADDING));
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={box} class={`scrolls ${name}`} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
      {isCut && <p class="hint sideways">More columns are on the right: scroll the table sideways.</p>}
    </>
  );
}
