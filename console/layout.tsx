import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { SEES_JOBS } from '../engine/domain/permissions.ts';
import type { Permission } from '../engine/domain/permissions.ts';
import { linkTo, SERVICE_URL } from './base.ts';
import { useKeptPlace } from './hooks/use-kept-place.ts';
import { JOB_NAMES } from './jobs/job-names.ts';
import { CommandButton } from './parts/command-button.tsx';
import { LiveRegion } from './parts/live-region.tsx';
import { useIsAdmin, useMay, useSession } from './session/session.tsx';
import { QuickTip } from './tips/quick-tip.tsx';

/** Frame of each page: the navigation above, and links for operators below. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const { signOut, caller } = useSession();
  const isAdmin = useIsAdmin();
  const may = useMay();
  const shown = PAGES.filter(
    ({ isForAdmins, needs }) => (isForAdmins !== true || isAdmin) && (needs?.some(may) ?? true),
  );
  useShortcuts();
  useKeptFocus();
  useKeptPlace();
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={linkTo('/lists')}>
          Sluice
        </a>
        <nav aria-label="Pages">
          {shown.map(({ name, below, key, others = [] }) => (
            <a
              key={below}
              href={linkTo(below)}
              aria-current={[below, ...others].some((each) => path.startsWith(linkTo(each))) ? 'page' : undefined}
              aria-keyshortcuts={`g ${key}`}
            >
              {name}
            </a>
          ))}
        </nav>
        {caller !== null && (
          <a
            class="account"
            href={linkTo('/account')}
            aria-current={path.startsWith(linkTo('/account')) ? 'page' : undefined}
            title={caller.organization.name}
          >
            <span class="visually-hidden">My account: </span>
            {caller.user?.full_name ?? `API key “${caller.api_key?.name ?? ''}”`}
            <span class="organization">, {caller.organization.name}</span>
          </a>
        )}
        <CommandButton kind="quiet" run={signOut} failed="You are still signed in">
          Sign out
        </CommandButton>
      </header>
      <QuickTip />
      {children}
      <footer class="bottom">
        <a href={`${SERVICE_URL}ga/api/v2/docs`} target="_blank" rel="noreferrer">
          API documentation
        </a>
        <span class="keys">
          <span class="search-key">
            <kbd>/</kbd> search,{' '}
          </span>
          <kbd>g</kbd> <kbd>l</kbd> lists, <kbd>g</kbd> <kbd>j</kbd> jobs
        </span>
      </footer>
      <LiveRegion />
    </>
  );
}

interface Entry {
  readonly name: string;
  readonly below: string;
  readonly key: string;
  readonly isForAdmins?: true;
  /** A standard user needs one of these permissions. */
  readonly needs?: readonly Permission[];
  /** Other paths of its pages. */
  readonly others?: readonly string[];
}

const PAGES: readonly Entry[] = [
  { name: 'Lists', below: '/lists', key: 'l' },
  { name: 'Jobs', below: '/jobs', key: 'j', others: JOB_NAMES.map(({ path }) => path), needs: SEES_JOBS },
  { name: 'Settings', below: '/settings', key: 's', isForAdmins: true },
];

/**
 * Keeps the keyboard's place when the element that has the focus is taken away: the focus goes to a button that came in its place, or else
 * to the heading of what is around. Browsers leave it to the body, from where Tab begins at the top of the page.
 */
function useKeptFocus(): void {
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

/** `/` focuses the search of the page; `g` and a letter go to a page. Not while text is entered. */
function useShortcuts(): void {
  const { route } = useLocation();
  useEffect(() => {
    let isGoing = false;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isText(event.target)) return;
      const page = isGoing ? PAGES.find(({ key }) => key === event.key) : undefined;
      isGoing = event.key === 'g';
      if (page !== undefined) route(linkTo(page.below));
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

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
