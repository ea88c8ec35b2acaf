import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { NewPasswordFields, useNewPassword } from '../../parts/new-password.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useApi } from '../../session/session.tsx';
import { isWrongPassword, WRONG_PASSWORD } from './wrong-password.ts';

/** Changes the password of the signed-in user, who enters the present one. */
export function OwnPassword({ onChanged }: { onChanged: () => void }) {
  const { client } = useApi();
  const [current, setCurrent] = useState('');
  const password = useNewPassword();
  const [isChanged, setChanged] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const entered = password.check();
    setChanged(false);
    if (entered === null) return;
    await dataOf(client.PUT('/session/password', { body: { current_password: current, ...entered } }));
    setCurrent('');
    password.clear();
    setChanged(true);
    onChanged();
  });
  const isWrong = isWrongPassword(error);
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form aria-labelledby="password" onSubmit={onSubmit}>
        <PasswordField
          label="Present password"
          hint="Your other sessions end when the password changes."
          error={isWrong ? WRONG_PASSWORD : null}
          autocomplete="current-password"
          isRequired
          value={current}
          onChange={setCurrent}
        />
        <NewPasswordFields {...password} />
        {error !== null && !isWrong && <ErrorPanel error={error} what="The password was not changed" />}
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          Change the password
        </button>
        <p role="status" class="after-legend">
          {isChanged && 'The password is changed. All other sessions have ended.'}
        </p>
      </form>
    </section>
  );
}
