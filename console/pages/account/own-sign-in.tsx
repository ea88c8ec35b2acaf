import { useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useApi, useSession } from '../../session/session.tsx';
import { NewPasswordFields, useNewPassword } from '../../parts/new-password.tsx';

/** Changes the address of the signed-in user, who enters the password: it is the way to another password. */
export function OwnEmail() {
  const { client } = useApi();
  const { setCaller } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isChanged, setChanged] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    setChanged(false);
    setCaller(await dataOf(client.PUT('/session/email', { body: { current_password: password, email } })));
    setEmail('');
    setPassword('');
    setChanged(true);
  });
  const isWrong = isWrongPassword(error);
  return (
    <section aria-labelledby="email">
      <h2 id="email">Email</h2>
      <form aria-labelledby="email" onSubmit={onSubmit}>
        <Field label="New address" hint="You sign in with it, and links for a new password are sent there.">
          {(control) => (
            <input
              {...control}
              required
              type="email"
              autocomplete="email"
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </Field>
        <PasswordField
          label="Your password"
          error={isWrong ? WRONG_PASSWORD : null}
          autocomplete="current-password"
          isRequired
          value={password}
          onChange={setPassword}
        />
        {error !== null && !isWrong && <ErrorPanel error={error} what="The address was not changed" />}
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          Change the address
        </button>
        <p role="status" class="after-legend">
          {isChanged && 'The address is changed.'}
        </p>
      </form>
    </section>
  );
}

/** Changes the password of the signed-in user, who enters the current one. */
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
          label="Current password"
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

/** The message at a field whose password was refused. */
const WRONG_PASSWORD = 'This password is wrong, or too many wrong ones have locked you out for a while.';

/** Whether a change was refused because of the password that confirms it. */
function isWrongPassword(error: unknown): boolean {
  return error instanceof SluiceApiError && error.message.startsWith('current_password');
}
