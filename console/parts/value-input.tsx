import type { components } from '../../client/index.ts';
import type { ControlProps } from './field.tsx';

type CustomField = components['schemas']['CustomField'];

interface ValueInputProps {
  field: CustomField;
  control: ControlProps;
  /** As text; names of several choices are separated by line breaks. */
  value: string;
  onInput: (value: string) => void;
}

/** The input for a value of a custom field, by its type. */
export function ValueInput({ field, control, value, onInput }: ValueInputProps) {
  const { field_type: type, options = [] } = field;
  const chosen = value.split('\n').filter((name) => name !== '');
  if (type === 'select_multiple_checkboxes')
    return (
      <select
        {...control}
        multiple
        size={Math.min(6, Math.max(2, options.length))}
        onChange={(event) => onInput([...event.currentTarget.selectedOptions].map((option) => option.value).join('\n'))}
      >
        {options.map(({ id, name }) => (
          <option key={id} value={name} selected={chosen.includes(name)}>
            {name}
          </option>
        ))}
      </select>
    );
  const choices =
    type === 'boolean' ? YES_NO : type.startsWith('select_') ? options.map(({ name }) => [name, name]) : null;
  if (choices !== null)
    return (
      <select {...control} value={value} onChange={(event) => onInput(event.currentTarget.value)}>
        <option value="">–</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    );
  if (type === 'text_multiline')
    return <textarea {...control} rows={3} value={value} onInput={(event) => onInput(event.currentTarget.value)} />;
  const input = (event: { readonly currentTarget: HTMLInputElement }) => onInput(event.currentTarget.value);
  if (type === 'date') return <input {...control} type="date" value={value} onInput={input} />;
  return <input {...control} inputMode={type === 'number' ? 'decimal' : 'text'} value={value} onInput={input} />;
}

const YES_NO = [
  ['true', 'yes'],
  ['false', 'no'],
];

/** Returns an example of a valid value; undefined where the input itself shows what is valid. */
export function valueHint({ field_type: type, number_support_decimal }: CustomField): string | undefined {
  if (type === 'day_of_year') return 'Month and day, for example 12-31.';
  if (type === 'number') return number_support_decimal === true ? 'For example 12.5.' : 'A whole number.';
  return type === 'select_multiple_checkboxes' ? 'Several can be chosen.' : undefined;
}

/** Converts the text of the input to a value of the API; null for a blank text. */
export function valueToSend({ field_type: type }: CustomField, text: string): string | readonly string[] | null {
  if (type === 'select_multiple_checkboxes') return text.split('\n').filter((name) => name !== '');
  return text.trim() === '' ? null : text;
}

/** Converts a value of the API to the text of its input. */
export function valueAsText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
