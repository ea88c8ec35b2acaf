import { PASSWORD_LENGTH, passwordFault } from '../../engine/domain/passwords.ts';
import { Field } from './field.tsx';

/** A password that is entered twice. */
export interface NewPassword {
  readonly password1: string;
  readonly password2: string;
}

export const NO_PASSWORD: NewPassword = { password1: '', password2: '' };

/** The mistake in each entry, as the page says it; null: none. */
export interface PasswordProblems {
  readonly password1: string | null;
  readonly password2: string | null;
}

export const NO_PROBLEMS: PasswordProblems = { password1: null, password2: null };

/** Checks a new password as the service does; null when it can be sent. */
export function problemsOf({ password1, password2 }: NewPassword): PasswordProblems | null {
  const fault = passwordFault(password1);
  if (fault !== null) return { password1: `The password ${fault}.`, password2: null };
  if (password1 !== password2) return { password1: null, password2: 'The two entries differ.' };
  return null;
}

interface NewPasswordFieldsProps {
  value: NewPassword;
  problems: PasswordProblems;
  onChange: (value: NewPassword) => void;
}

/** Inputs of a new password: twice, as it is not shown. */
export function NewPasswordFields({ value, problems, onChange }: NewPasswordFieldsProps) {
  const input = (name: keyof NewPassword, label: string, hint?: string) => (
    <Field label={label} error={problems[name]} {...(hint !== undefined && { hint })}>
      {(control) => (
        <input
          {...control}
          class="short"
          type="password"
          autocomplete="new-password"
          value={value[name]}
          onInput={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {input('password1', 'New password', `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`)}
      {input('password2', 'New password, again')}
    </>
  );
}
