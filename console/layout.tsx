import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { SEES_JOBS } from '../engine/domain/permissions.ts';
import type { Permission } from '../engine/domain/permissions.ts';
import { linkTo, SERVICE_URL } from './base.ts';
import { useKeptFocus } from './hooks/use-kept-focus.ts';
import { useKeptPlace } from './hooks/use-kept-place.ts';
import { useShortcuts } from './hooks/use-shortcuts.ts';
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
