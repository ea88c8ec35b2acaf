import { useState } from 'preact/hooks';
import { PASSWORD_LENGTH, passwordFault } from '../../engine/domain/passwords.ts';
import { PasswordField } from './password-field.tsx';

/** A password that is entered twice. */
export interface NewPassword {
  readonly password1: string;
  readonly password2: string;
}

const NO_PASSWORD: NewPassword = { password1: '', password2: '' };

/** The mistake in each entry, as the page says it; null: none. */
interface PasswordProblems {
  readonly password1: string | null;
  readonly password2: string | null;
}

const NO_PROBLEMS: PasswordProblems = { password1: null, password2: null };

/** Checks a new password as the service does; null when it can be sent. */
function problemsOf({ password1, password2 }: NewPassword): PasswordProblems | null {
  const fault = passwordFault(password1);
  if (fault !== null) return { password1: `The password ${fault}.`, password2: null };
  if (password1 !== password2) return { password1: null, password2: 'The two entries differ.' };
  return null;
}

/** The new password of a form. */
export interface EnteredPassword extends NewPasswordFieldsProps {
  /** Checks the entries, and shows what is wrong. @returns the password; null when it cannot be sent */
  readonly check: () => NewPassword | null;
  readonly clear: () => void;
}

/** Keeps the new password of a form, with its mistakes since it was last checked. */
export function useNewPassword(): EnteredPassword {
  const [value, onChange] = useState(NO_PASSWORD);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  return {
    ...{ value, problems, onChange },
    check: () => {
      const found = problemsOf(value);
      setProblems(found ?? NO_PROBLEMS);
      return found === null ? value : null;
    },
    clear: () => onChange(NO_PASSWORD),
  };
}

interface NewPasswordFieldsProps {
  readonly value: NewPassword;
  readonly problems: PasswordProblems;
  readonly onChange: (value: NewPassword) => void;
}

/** Inputs of a new password: twice, as it is not shown. */
export function NewPasswordFields({ value, problems, onChange }: NewPasswordFieldsProps) {
  const input = (name: keyof NewPassword, label: string, hint?: string) => (
    <PasswordField
      {...{ label, hint }}
      error={problems[name]}
      autocomplete="new-password"
      value={value[name]}
      onChange={(entered) => onChange({ ...value, [name]: entered })}
    />
  );
  return (
    <>
      {input('password1', 'New password', `${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`)}
      {input('password2', 'New password, again')}
    </>
  );
}
