import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { NewPasswordFields, useNewPassword } from '../../parts/new-password.tsx';
import { Page } from '../../parts/page.tsx';
import { useApi } from '../../session/session.tsx';
import { ABOVE_USERS } from './above.ts';
import { NEW_USER } from './user.ts';
import { UserFields } from './user-fields.tsx';

/** Creates a user of the organization, with a first password. */
export function NewUserPage() {
  const { client } = useApi();
  const { route } = useLocation();
  const [draft, setDraft] = useState(NEW_USER);
  const password = useNewPassword();
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const entered = password.check();
    if (entered === null) return;
    const user = await dataOf(client.POST('/users', { body: { user: { ...draft, ...entered } } }));
    route(linkTo(`/settings/users/${user.id}`));
  });
  return (
    <Page title="New user" above={ABOVE_USERS}>
      <form aria-label="New user" onSubmit={onSubmit}>
        <UserFields draft={draft} isOwn={false} onChange={setDraft} />
        <h2>First password</h2>
        <p>Give it to the user, who can change it under “My account”.</p>
        <NewPasswordFields {...password} />
        {error !== null && <ErrorPanel error={error} what="The user was not created" />}
        <FormActions onCancel={() => route(linkTo('/settings/users'))}>
          <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
            Create the user
          </button>
        </FormActions>
      </form>
    </Page>
  );
}
