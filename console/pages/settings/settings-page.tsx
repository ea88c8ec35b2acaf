import { Page } from '../../parts/page.tsx';
import { ApiKeys } from './api-keys.tsx';
import { UploadDirectory } from './upload-directory.tsx';
import { UsersLink } from './users-link.tsx';
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
