import { Field } from './field.tsx';

interface OptionLinesProps {
  options: readonly string[];
  onChange: (options: readonly string[]) => void;
}

/** The choices of a field, one a line. */
export function OptionLines({ options, onChange }: OptionLinesProps) {
  return (
    <Field label="Choices" hint="One a line, for example Small, Medium and Large.">
      {(control) => (
        <textarea
          {...control}
          rows={4}
          value={options.join('\n')}
          onInput={(event) => onChange(event.currentTarget.value.split('\n'))}
        />
      )}
    </Field>
  );
}

/** The choices that have a name. */
export function filledOptions(options: readonly string[] = []): string[] {
  return options.map((option) => option.trim()).filter((option) => option !== '');
}
