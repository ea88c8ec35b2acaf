import { CHOICE_TYPES, FIELD_CHOICES, fieldChoiceOf, fieldOfChoice } from './field-types.ts';
import type { NewField } from './field-types.ts';

interface FieldTypeSelectProps {
  label: string;
  field: Pick<NewField, 'type' | 'hasDecimals'>;
  /** The types that are offered; without it, all. */
  choices?: typeof FIELD_CHOICES;
  onChange: (type: Pick<NewField, 'type' | 'hasDecimals'>) => void;
}

/** The choice of the type of a field. */
export function FieldTypeSelect({ label, field, choices = ALL, onChange }: FieldTypeSelectProps) {
  return (
    <select
      aria-label={label}
      value={fieldChoiceOf(field)}
      onChange={(event) => onChange(fieldOfChoice(event.currentTarget.value))}
    >
      {choices.map(({ value, label: name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

const ALL = [...FIELD_CHOICES, ...CHOICE_TYPES];
