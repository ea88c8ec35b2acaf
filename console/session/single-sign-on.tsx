import { useState } from 'preact/hooks';
import { useAnswer } from '../hooks/use-answer.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { findSignInOptions, startSingleSignOn } from './api.ts';
import { noteReturnPath } from './return-path.ts';

/** The button that leads to the provider of the single sign-on; nothing where the service has none. */
export function SingleSignOn() {
  // A service that does not answer says so when the form is sent.
  const options = useAnswer(findSignInOptions, []);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const provider = options.data?.single_sign_on ?? null;
  if (provider === null) return null;
  const start = async () => {
    setBusy(true);
    setError(null);
    try {
      const url = await startSingleSignOn();
      noteReturnPath();
      location.assign(url);
    } catch (reason) {
      setError(reason);
      setBusy(false);
    }
  };
  return (
    <div class="single-sign-on">
      <button type="button" aria-busy={isBusy} disabled={isBusy} onClick={() => void start()}>
        {provider.name === null ? 'Single sign-on' : `Sign in with ${provider.name}`}
      </button>
      {error !== null && <ErrorPanel error={error} what="The sign-in was not begun" />}
    </div>
  );
}
