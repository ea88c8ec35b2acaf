import { useSubmit } from '../hooks/use-submit.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { NewPasswordFields, useNewPassword } from '../parts/new-password.tsx';
import { setForgottenPassword } from './api.ts';

/** Sets a new password by the code of a link. */
export function ResetForm({ code, onSet }: { code: string; onSet: () => void }) {
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
