import { useState } from 'preact/hooks';
import { useSubmit } from '../hooks/use-submit.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { NewPasswordFields, NO_PASSWORD, NO_PROBLEMS, problemsOf } from '../parts/new-password.tsx';
import { setForgottenPassword } from './api.ts';

/** Sets a new password by the code of a link. */
export function ResetForm({ code, onSet }: { code: string; onSet: () => void }) {
  const [password, setPassword] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    const found = problemsOf(password);
    setProblems(found ?? NO_PROBLEMS);
    if (found !== null) return;
    await setForgottenPassword(code, password);
    onSet();
  });
  return (
    <form aria-label="Set a new password" onSubmit={onSubmit}>
      <NewPasswordFields value={password} problems={problems} onChange={setPassword} />
      <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
        Set the password
      </button>
      {error !== null && <ErrorPanel error={error} what="The password was not set" />}
    </form>
  );
}
