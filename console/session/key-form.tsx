import type { TargetedSubmitEvent } from 'preact';
import { useState } from 'preact/hooks';
import { useFocus } from '../hooks/use-focus.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { Field } from '../parts/field.tsx';
import { findCaller } from './api.ts';
import { useSession } from './session.tsx';

/** Signs a tab in with an API key. */
export function KeyForm() {
  const { signIn } = useSession();
  const [key, setKey] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const first = useFocus<HTMLInputElement>();

  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const entered = key.trim().replace(/^Basic +/i, '');
    setError(null);
    if (entered === '' || !/^[!-~]+$/.test(entered))
      return setRefusal('Enter the key as the service shows it, without blanks.');
    setBusy(true);
    setRefusal(null);
    try {
      const caller = await findCaller(entered);
      if (caller !== null) return signIn(entered, caller);
      setRefusal('The service does not accept this key. Check that it was copied whole and is still active.');
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <form onSubmit={(event) => void submit(event)}>
        <Field label="API key" hint="It stays in this tab until you sign out or close the tab." error={refusal}>
          {(control) => (
            <input
              {...control}
              ref={first}
              type="password"
              autocomplete="off"
              spellcheck={false}
              value={key}
              onInput={(event) => setKey(event.currentTarget.value)}
            />
          )}
        </Field>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          {isBusy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      {error !== null && <ErrorPanel error={error} />}
      <details>
        <summary>Where is my key?</summary>
        <p>
          The first key is in the file <code>bootstrap-api-key</code> in the data folder of the service. An operator
          creates further keys with <code>npx sluice key:create</code>.
        </p>
      </details>
    </>
  );
}
