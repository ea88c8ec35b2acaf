import { useState } from 'preact/hooks';
import { useFocus } from '../hooks/use-focus.ts';
import { CommandButton } from './command-button.tsx';
import { FieldTypeSelect } from './field-type-select.tsx';
import { hasOptions, toFieldInput } from './field-types.ts';
import type { FieldInput, NewField } from './field-types.ts';
import { FormActions } from './form-actions.tsx';
import { filledOptions, OptionLines } from './option-lines.tsx';

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
  const options = filledOptions(field.options);
  const isWhole = field.name.trim() !== '' && (!hasOptions(field.type) || options.length > 0);
  return (
    <div class="panel field-form" role="group" aria-label="New field">
      <div class="row">
        <input
          ref={first}
          aria-label="Name of the field"
          placeholder="Name, for example City"
          maxLength={49}
          value={field.name}
          onInput={(event) => setField({ ...field, name: event.currentTarget.value })}
        />
        <FieldTypeSelect label="Type of the field" field={field} onChange={(type) => setField({ ...field, ...type })} />
      </div>
      {hasOptions(field.type) && (
        <OptionLines options={field.options ?? []} onChange={(lines) => setField({ ...field, options: lines })} />
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={field.isRequired === true}
          onChange={(event) => setField({ ...field, isRequired: event.currentTarget.checked })}
        />
        Each subscriber needs it
      </label>
      <FormActions onCancel={onCancel}>
        <CommandButton
          kind="primary"
          disabled={!isWhole}
          run={() => create(toFieldInput({ ...field, options }))}
          failed="The field was not created"
          done={`The field ${field.name} was created.`}
        >
          Create field
        </CommandButton>
      </FormActions>
    </div>
  );
}
