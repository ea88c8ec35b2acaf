import type { Permission } from '../engine/domain/permissions.ts';
import type { ComponentType } from 'preact';
import lazy from 'preact-iso/lazy';
import { Route, Router, useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import { linkTo } from './base.ts';
import { JOB_NAMES } from './jobs/job-names.ts';
import { NotFound } from './pages/not-found.tsx';
import { Page } from './parts/page.tsx';
import { useIsAdmin, useMay } from './session/session.tsx';

/** The pages by address. Each one is a script of its own, which is loaded when the page is opened. */
export function Routes() {
  return (
    <Router>
      <Route path={linkTo('/')} component={Start} />
      <Route path={linkTo('/lists')} component={ListsPage} />
      <Route path={linkTo('/lists/:id')} component={ListPage} />
      <Route path={linkTo('/lists/:id/import')} component={ImportPage} />
      <Route path={linkTo('/lists/:id/subscribers/new')} component={NewSubscriberPage} />
      <Route path={linkTo('/lists/:id/subscribers/:subscriber')} component={SubscriberPage} />
      <Route path={linkTo('/imports/:id/fix')} component={FixPage} />
      {JOB_NAMES.map(({ path }) => (
        <Route key={path} path={linkTo(`${path}/:id`)} component={JobPage} />
      ))}
      <Route path={linkTo('/jobs')} component={JobsPage} />
      <Route path={linkTo('/settings')} component={SettingsPage} />
      <Route path={linkTo('/settings/users')} component={UsersPage} />
      <Route path={linkTo('/settings/users/new')} component={NewUserPage} />
      <Route path={linkTo('/settings/users/:id')} component={UserPage} />
      <Route path={linkTo('/account')} component={AccountPage} />
      <Route default component={NotFound} />
    </Router>
  );
}

const ADMINISTRATORS = null;

/** A page for users with a permission, or for administrators: others are told who gives it. */
function only(permission: Permission | typeof ADMINISTRATORS, Shown: ComponentType): ComponentType {
  return function Allowed() {
    const [may, isAdmin] = [useMay(), useIsAdmin()];
    return (permission === ADMINISTRATORS ? isAdmin : may(permission)) ? <Shown /> : <NotAllowed />;
  };
}

const ListsPage = lazy(() => import('./pages/lists/lists-page.tsx').then((module) => module.ListsPage));
const ListPage = lazy(() => import('./pages/list/list-page.tsx').then((module) => module.ListPage));
const ImportPage = only(
  'subscriber.import',
  lazy(() => import('./pages/import/import-page.tsx').then((module) => module.ImportPage)),
);
const NewSubscriberPage = only(
  'subscriber.create',
  lazy(() => import('./pages/subscriber/new-subscriber-page.tsx').then((module) => module.NewSubscriberPage)),
);
const SubscriberPage = only(
  'subscriber.read',
  lazy(() => import('./pages/subscriber/subscriber-page.tsx').then((module) => module.SubscriberPage)),
);
const FixPage = only(
  'subscriber.import',
  lazy(() => import('./pages/fix/fix-page.tsx').then((module) => module.FixPage)),
);
const JobPage = lazy(() => import('./pages/job/job-page.tsx').then((module) => module.JobPage));
const JobsPage = lazy(() => import('./pages/jobs/jobs-page.tsx').then((module) => module.JobsPage));
const SettingsPage = only(
  ADMINISTRATORS,
  lazy(() => import('./pages/settings/settings-page.tsx').then((module) => module.SettingsPage)),
);
const UsersPage = only(
  ADMINISTRATORS,
  lazy(() => import('./pages/users/users-page.tsx').then((module) => module.UsersPage)),
);
const NewUserPage = only(
  ADMINISTRATORS,
  lazy(() => import('./pages/users/new-user-page.tsx').then((module) => module.NewUserPage)),
);
const UserPage = only(
  ADMINISTRATORS,
  lazy(() => import('./pages/users/user-page.tsx').then((module) => module.UserPage)),
);
const AccountPage = lazy(() => import('./pages/account/account-page.tsx').then((module) => module.AccountPage));

/** In place of a page that the permissions of the user do not include. */
function NotAllowed() {
  return (
    <Page title="Not allowed">
      <p>
        Your permissions do not include this page. An administrator of your organization can change them.{' '}
        <a href={linkTo('/lists')}>Go to the lists</a>.
      </p>
    </Page>
  );
}

function Start() {
  return <Redirect to="/lists" />;
}

/** Goes to another page of the console, in place of this one in the browser's history. */
function Redirect({ to }: { to: string }) {
  const { route } = useLocation();
  useEffect(() => route(linkTo(to), true), [to]);
  return null;
}
