import { Field } from './field.tsx';

interface PasswordFieldProps {
  label: string;
  hint?: string | undefined;
  error: string | null;
  autocomplete: 'current-password' | 'new-password';
  isRequired?: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** An input whose text is not shown. */
export function PasswordField({ label, hint, error, autocomplete, isRequired, value, onChange }: PasswordFieldProps) {
  return (
    <Field label={label} error={error} {...(hint !== undefined && { hint })}>
      {(control) => (
        <input
          {...control}
          class="short"
          type="password"
          autocomplete={autocomplete}
          required={isRequired}
          value={value}
          onInput={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
