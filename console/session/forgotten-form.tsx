import { useState } from 'preact/hooks';
import { useAnswer } from '../hooks/use-answer.ts';
import { useFocus } from '../hooks/use-focus.ts';
import { useSubmit } from '../hooks/use-submit.ts';
import { ErrorPanel } from '../parts/error-panel.tsx';
import { Field } from '../parts/field.tsx';
import type { ControlProps } from '../parts/field.tsx';
import { findSignInOptions, requestPasswordReset } from './api.ts';

/** Requests the mail with a link for a new password, or says who sets one where the service mails none. */
export function ForgottenForm() {
  const options = useAnswer(findSignInOptions, []);
  if (options.error !== null) return <ErrorPanel error={options.error} onRetry={options.reload} />;
  if (options.data === undefined) return <p aria-busy="true" />;
  return options.data.password_reset ? <AddressForm /> : <AskOthers />;
}

function AddressForm() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { isBusy, error, onSubmit } = useSubmit(async () => {
    await requestPasswordReset(email.trim());
    setSentTo(email.trim());
  });
  return (
    <form onSubmit={onSubmit}>
      <Field label="Email" hint="A link that sets a new password is sent to it.">
        {(control) => <Address control={control} value={email} onInput={setEmail} />}
      </Field>
      <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
        Send the link
      </button>
      {error !== null && <ErrorPanel error={error} what="The link was not sent" />}
      <p role="status" class="after-legend">
        {sentTo !== null &&
          `If a user has the address ${sentTo}, a link is on its way. It works once, and a user gets at most three an hour.`}
      </p>
    </form>
  );
}

interface AddressProps {
  control: ControlProps;
  value: string;
  onInput: (email: string) => void;
}

function Address({ control, value, onInput }: AddressProps) {
  const input = useFocus<HTMLInputElement>();
  return (
    <input
      {...control}
      ref={input}
      type="email"
      required
      autocomplete="username"
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}

function AskOthers() {
  return (
    <p>
      This service sends no mail. An administrator of your organization can set another password for you: Settings,
      Users. An operator of the service can do it with <code>npx sluice user:password</code>.
    </p>
  );
}
