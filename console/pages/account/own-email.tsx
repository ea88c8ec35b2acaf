import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { useApi, useSession } from '../../session/session.tsx';
import { isWrongPassword, WRONG_PASSWORD } from './wrong-password.ts';

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
