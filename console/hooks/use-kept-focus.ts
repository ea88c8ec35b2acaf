import { useEffect } from 'preact/hooks';

/**
 * Keeps the keyboard's place when the element that has the focus is taken away: the focus goes to a button that came in its place, or else
 * to the heading of what is around. Browsers leave it to the body, from where Tab begins at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The element that had the focus last, and what is around it, from the inside. */
    let around: readonly Element[] = [];
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) around = ancestorsOf(target);
    };
    const observer = new MutationObserver((changes) => {
      const [last] = around;
      if (last === undefined || document.activeElement !== document.body) return;
      if (last.isConnected && !last.matches(':disabled')) return;
      const left = around.slice(1).find((each) => each.isConnected);
      // A page that was left has a heading that takes the focus by itself.
      if (left === undefined || left === document.body || left.querySelector('main') !== null) return;
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => left.contains(node));
      const target = added.map(buttonIn).find((button) => button !== null) ?? headingOf(left);
      target?.focus({ preventScroll: true });
    });
    addEventListener('focusin', note);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      removeEventListener('focusin', note);
      observer.disconnect();
    };
  }, []);
}

function ancestorsOf(element: Element): Element[] {
  const found: Element[] = [];
  for (let each: Element | null = element; each !== null; each = each.parentElement) found.push(each);
  return found;
}

function buttonIn(node: Node): HTMLElement | null {
  if (!(node instanceof HTMLElement)) return null;
  return node.matches('button:enabled') ? node : node.querySelector<HTMLElement>('button:enabled');
}

/** The heading of the innermost section around. */
function headingOf(element: Element): HTMLElement | null {
  const section = element.closest('section, form, main');
  const heading = section?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
  heading?.setAttribute('tabindex', '-1');
  return heading;
}
