import { linkTo } from '../../base.ts';
import { Page } from '../../parts/page.tsx';
import { useSession } from '../../session/session.tsx';
import { ApiKeys } from './api-keys.tsx';
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

/** Instructions for sending files to the upload directory of the organization; without an FTP server, who can start one. */
function UploadDirectory() {
  const port = useSession().caller?.ftp_port ?? null;
  return (
    <section aria-labelledby="uploads">
      <h2 id="uploads">Upload directory</h2>
      {port === null ? (
        <p>
          Programs can put files into the upload directory of the organization by FTP, which is off. An operator of the
          service switches it on with <code>FTP=true</code>.
        </p>
      ) : (
        <>
          <p>
            Programs put files into the upload directory of the organization by FTP: the user is <code>api</code>, the
            password an API key of the list above. An import then names the file.
          </p>
          <p>
            <code>
              curl -T people.csv ftp://{location.hostname}:{port}/ <span>--user "api:API_KEY"</span>
            </code>
          </p>
        </>
      )}
    </section>
  );
}
