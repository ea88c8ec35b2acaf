import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { linkTo, SERVICE_URL } from './base.ts';
import { useShortcuts } from './hooks/use-shortcuts.ts';
import { JOB_NAMES } from './jobs/job-names.ts';
import { LiveRegion } from './parts/live-region.tsx';
import { useSession } from './session/session.tsx';

/** Frame of each page: the navigation above, and links for operators below. */
export function Layout({ children }: { children: ComponentChildren }) {
  const { path } = useLocation();
  const { signOut } = useSession();
  useShortcuts();
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
          {PAGES.map(({ name, below, key, others = [] }) => (
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
        <button type="button" class="quiet" onClick={signOut}>
          Sign out
        </button>
      </header>
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
  /** Other paths of its pages. */
  readonly others?: readonly string[];
}

const PAGES: readonly Entry[] = [
  { name: 'Lists', below: '/lists', key: 'l' },
  { name: 'Jobs', below: '/jobs', key: 'j', others: JOB_NAMES.map(({ path }) => path) },
  { name: 'Settings', below: '/settings', key: 's' },
];
