import { useEffect, useState } from 'preact/hooks';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { redeemCode, redeemUserCode } from './api.ts';
import { takeCode } from './code-of-address.ts';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { useSession } from './session.tsx';

/** Asks for address and password of a user, or for an API key. */
export function SignIn() {
  const { signIn, notice } = useSession();
  const [withKey, setWithKey] = useState(false);
  const [error, setError] = useState<unknown>(null);

  // A code that was in the address is used once, when the page opens.
  useEffect(() => {
    const link = takeCode();
    if (link === null) return;
    if (link.of === 'session') redeemUserCode(link.code).then((caller) => signIn(null, caller), setError);
    else redeemCode(link.code).then((key) => signIn(key, null), setError);
  }, []);

  return (
    <main class="sign-in">
      <h1>Sluice</h1>
      {notice !== null && (
        <p role="status" class="notice">
          {notice}
        </p>
      )}
      {error !== null && <ErrorPanel error={error} />}
      {withKey ? <KeyForm /> : <PasswordForm />}
      <p class="other-way">
        <button type="button" class="link" onClick={() => setWithKey(!withKey)}>
          {withKey ? 'Use address and password instead' : 'Use an API key instead'}
        </button>
      </p>
    </main>
  );
}
