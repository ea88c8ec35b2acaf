import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useFocus } from '../hooks/use-focus.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { Field } from '../parts/field.tsx';
import { signInUser } from './api.ts';
import { useSession } from './session.tsx';

/** Signs a user in with address and password. */
export function PasswordForm() {
  const { signIn } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const first = useFocus<HTMLInputElement>();

  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setError(null);
    if (email.trim() === '' || password === '') return setRefusal('Enter your address and your password.');
    setBusy(true);
    setRefusal(null);
    try {
      const caller = await signInUser(email.trim(), password);
      if (caller !== null) return signIn(null, caller);
      setRefusal(REFUSED);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field label="Email">
        {(control) => (
          <input
            {...control}
            ref={first}
            type="email"
            autocomplete="username"
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Password" error={refusal}>
        {(control) => (
          <input
            {...control}
            type="password"
            autocomplete="current-password"
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        )}
      </Field>
      <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
        {isBusy ? 'Signing in …' : 'Sign in'}
      </button>
      {error !== null && <ErrorPanel error={error} />}
    </form>
  );
}

const REFUSED =
  'Address and password do not fit, or too many wrong passwords have locked you out for a while. A new password lets you in.';
