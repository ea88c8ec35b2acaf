import { useEffect, useState } from 'preact/hooks';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { finishSingleSignOn, redeemCode, redeemUserCode } from './api.ts';
import { isOfSignOn, takeCode } from './code-of-address.ts';
import { ForgottenForm } from './forgotten-form.tsx';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { ResetForm } from './reset-form.tsx';
import { useSession } from './session.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

/** Asks for address and password of a user, or for an API key; a link in a mail sets a new password, and a provider leads back to a session. */
export function SignIn() {
  const { signIn, notice } = useSession();
  const [way, setWay] = useState<Way>('password');
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isComing, setComing] = useState(isOfSignOn);

  // A code that was in the address is used once, when the page opens.
  useEffect(() => {
    const link = takeCode();
    if (link === null) return;
    if (link.of === 'sign-on') {
      finishSingleSignOn(link.code)
        .then((caller) => signIn(null, caller), setError)
        .finally(() => setComing(false));
    } else if (link.of === 'session') redeemUserCode(link.code).then((caller) => signIn(null, caller), setError);
    else if (link.of === 'key') redeemCode(link.code).then((key) => signIn(key, null), setError);
    else {
      setCode(link.code);
      setWay('reset');
    }
  }, []);

  if (isComing) {
    return (
      <main class="sign-in" aria-busy="true">
        <h1>Sluice</h1>
        <p role="status">Signing in …</p>
      </main>
    );
  }
  return (
    <main class="sign-in">
      <h1>Sluice</h1>
      {notice !== null && (
        <p role="status" class="notice">
          {notice}
        </p>
      )}
      {way === 'set' && <p role="status">Your password is set. Sign in with it.</p>}
      {error !== null && <ErrorPanel error={error} />}
      {way === 'key' && <KeyForm />}
      {way === 'forgotten' && <ForgottenForm />}
      {way === 'reset' && <ResetForm code={code} onSet={() => setWay('set')} />}
      {(way === 'password' || way === 'set') && (
        <>
          <PasswordForm />
          <SingleSignOn />
        </>
      )}
      <ul class="plain other-way">
        {OTHERS[way].map((other) => (
          <li key={other}>
            <button type="button" class="link" onClick={() => setWay(other)}>
              {NAMES[other]}
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

/** The form that is shown; `set` is that of a password that was just set. */
type Way = 'password' | 'key' | 'forgotten' | 'reset' | 'set';
type OtherWay = 'password' | 'key' | 'forgotten';

const NAMES: Readonly<Record<OtherWay, string>> = {
  password: 'Use address and password instead',
  key: 'Use an API key instead',
  forgotten: 'Forgot your password?',
};

const OTHERS: Readonly<Record<Way, readonly OtherWay[]>> = {
  password: ['forgotten', 'key'],
  set: ['key'],
  key: ['password'],
  forgotten: ['password'],
  reset: ['password', 'forgotten'],
};
