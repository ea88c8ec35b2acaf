import { useState } from 'preact/hooks';
import { useFocus } from '../hooks/use-focus.ts';
import { CommandButton } from './command-button.tsx';
import { FIELD_TYPES, toFieldInput } from './field-types.ts';
import type { FieldInput, NewField } from './field-types.ts';
import { FormActions } from './form-actions.tsx';

interface FieldFormProps {
  name?: string;
  /** Resolves when the field exists. */
  create: (input: FieldInput) => Promise<unknown>;
  onCancel: () => void;
}

/** Creates a custom field in place. */
export function FieldForm({ name = '', create, onCancel }: FieldFormProps) {
  const first = useFocus<HTMLInputElement>();
  const [field, setField] = useState<NewField>({ name, type: 'text' });
  return (
    <div class="panel field-form" role="group" aria-label="New field">
      <div class="row">
        <input
          ref={first}
          aria-label="Name of the field"
          placeholder="Name, for example City"
          maxLength={255}
          value={field.name}
          onInput={(event) => setField({ ...field, name: event.currentTarget.value })}
        />
        <select
          aria-label="Type of the field"
          value={field.type}
          onChange={(event) => setField({ ...field, type: event.currentTarget.value as NewField['type'] })}
        >
          {FIELD_TYPES.map(({ type, label }) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <FormActions onCancel={onCancel}>
        <CommandButton
          kind="primary"
          disabled={field.name.trim() === ''}
          run={() => create(toFieldInput(field))}
          failed="The field was not created"
          done={`The field ${field.name} was created.`}
        >
          Create field
        </CommandButton>
      </FormActions>
    </div>
  );
}
