import { useEffect, useState } from 'preact/hooks';
import { ErrorPanel } from '../parts/error-panel.tsx';
import {
  finishSingleSignOn,
  redeemCode,
  redeemUserCode,
  setForgottenPassword,
  findSignInOptions,
  startSingleSignOn,
} from './api.ts';
import { isOfSignOn, takeCode } from './code-of-address.ts';
import { ForgottenForm } from './forgotten-form.tsx';
import { KeyForm } from './key-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { useSession } from './session.tsx';
import { useSubmit } from '../hooks/use-submit.ts';
import { NewPasswordFields, useNewPassword } from '../parts/new-password.tsx';
import { useAnswer } from '../hooks/use-answer.ts';
import { noteReturnPath } from './return-path.ts';

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

/** Sets a new password by the code of a link. */
function ResetForm({ code, onSet }: { code: string; onSet: () => void }) {
  const password = useNewPassword();
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const entered = password.check();
    if (entered === null) return;
    await setForgottenPassword(code, entered);
    onSet();
  });
  return (
    <form aria-label="Set a new password" onSubmit={onSubmit}>
      <NewPasswordFields {...password} />
      <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
        Set the password
      </button>
      {error !== null && <ErrorPanel error={error} what="The password was not set" />}
    </form>
  );
}

/** The button that leads to the provider of the single sign-on; nothing where the service has none. */
function SingleSignOn() {
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
