import { useState } from 'preact/hooks';
import { dataOf, SluiceApiError } from '../../../client/index.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { NewPasswordFields, NO_PASSWORD, NO_PROBLEMS, problemsOf } from '../../parts/new-password.tsx';
import { useApi } from '../../session/session.tsx';

/** Changes the password of the signed-in user, who enters the present one. */
export function OwnPassword({ onChanged }: { onChanged: () => void }) {
  const { client } = useApi();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [isChanged, setChanged] = useState(false);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const found = problemsOf(password);
    setProblems(found ?? NO_PROBLEMS);
    setChanged(false);
    if (found !== null) return;
    await dataOf(client.PUT('/session/password', { body: { current_password: current, ...password } }));
    setCurrent('');
    setPassword(NO_PASSWORD);
    setChanged(true);
    onChanged();
  });
  const isWrong = error instanceof SluiceApiError && error.message.startsWith('current_password');
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <form aria-labelledby="password" onSubmit={onSubmit}>
        <Field
          label="Present password"
          hint="Your other sessions end when the password changes."
          error={isWrong ? WRONG : null}
        >
          {(control) => (
            <input
              {...control}
              class="short"
              type="password"
              autocomplete="current-password"
              required
              value={current}
              onInput={(event) => setCurrent(event.currentTarget.value)}
            />
          )}
        </Field>
        <NewPasswordFields value={password} problems={problems} onChange={setPassword} />
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

const WRONG = 'This password is wrong, or too many wrong ones have locked you out for a while.';
