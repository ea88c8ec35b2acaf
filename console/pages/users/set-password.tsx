import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { NewPasswordFields, useNewPassword } from '../../parts/new-password.tsx';
import { useApi } from '../../session/session.tsx';
import type { User } from './user.ts';

/** Sets the password of a user, whose sessions end. */
export function SetPassword({ user: { id, full_name } }: { user: User }) {
  const { client } = useApi();
  const password = useNewPassword();
  const [isSet, setSet] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const entered = password.check();
    setSet(false);
    if (entered === null) return;
    await dataOf(client.PUT('/users/{id}', { params: { path: { id } }, body: { user: entered } }));
    password.clear();
    setSet(true);
  });
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <details>
        <summary>Set another password</summary>
        <form aria-labelledby="password" onSubmit={onSubmit}>
          <p>It ends all sessions of {full_name}. Give it to the user, who can change it under “My account”.</p>
          <NewPasswordFields {...password} />
          {error !== null && <ErrorPanel error={error} what="The password was not set" />}
          <button type="submit" aria-busy={isBusy} disabled={isBusy}>
            Set the password
          </button>
          <p role="status" class="after-legend">
            {isSet && `The password is set. All sessions of ${full_name} have ended.`}
          </p>
        </form>
      </details>
    </section>
  );
}
