import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../base.ts';

/** `/` focuses the search of the page; `g` and a letter go to a page. Not while text is entered. */
export function useShortcuts(): void {
  const { route } = useLocation();
  useEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
      const page = isGoing ? PAGES[event.key] : undefined;
      isGoing = event.key === 'g';
      if (page !== undefined) route(linkTo(page));
      if (event.key !== '/') return;
      const search = document.querySelector<HTMLInputElement>('input[type=search]');
      if (search === null) return;
      event.preventDefault();
      search.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [route]);
}

const PAGES: Readonly<Record<string, string>> = { l: '/lists', j: '/jobs', s: '/settings' };

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
