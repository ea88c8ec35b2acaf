import { linkTo } from '../../base.ts';
import { Page } from '../../parts/page.tsx';
import { ApiKeys } from './api-keys.tsx';
import { UploadDirectory } from './upload-directory.tsx';
import { Webhooks } from './webhooks.tsx';

/** Settings page: users, webhooks, API keys and the upload directory. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <UsersLink />
      <Webhooks />
      <ApiKeys />
      <UploadDirectory />
    </Page>
  );
}

/** The way to the users of the organization. */
function UsersLink() {
  return (
    <section aria-labelledby="users">
      <h2 id="users">Users</h2>
      <p>
        Each person who works in the console has a user, with a role and permissions.{' '}
        <a href={linkTo('/settings/users')}>Users of the organization</a>
      </p>
    </section>
  );
}
