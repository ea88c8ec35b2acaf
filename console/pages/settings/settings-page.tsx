import { Page } from '../../parts/page.tsx';
import { ApiKeys } from './api-keys.tsx';
import { UploadDirectory } from './upload-directory.tsx';
import { Webhooks } from './webhooks.tsx';

/** How programs reach the service, and how it reaches them. */
export function SettingsPage() {
  return (
    <Page title="Settings">
      <Webhooks />
      <ApiKeys />
      <UploadDirectory />
    </Page>
  );
}
