import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import type { components } from '../../../client/index.ts';
import { useFocus } from '../../hooks/use-focus.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { Field } from '../../parts/field.tsx';
import { fieldTypeName } from '../../parts/field-types.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { Question } from '../../parts/question.tsx';
import { useApi, useMay } from '../../session/session.tsx';
import { ChoiceInputs } from './choice-inputs.tsx';
import type { Choice } from './choice-inputs.tsx';

type CustomField = components['schemas']['CustomField'];

interface FieldEditorProps {
  listId: number;
  field: CustomField;
  onClose: () => void;
  onChanged: () => void;
}

/** Changes or deletes a field of a list, or one of all lists. Its type stays. */
export function FieldEditor({ listId, field, onClose, onChanged }: FieldEditorProps) {
  const { client } = useApi();
  const may = useMay();
  const first = useFocus<HTMLInputElement>();
  const [draft, setDraft] = useState(() => draftOf(field));
  const [isDeleting, setDeleting] = useState(false);
  const { id, is_global, field_type, number_support_decimal, options } = field;
  const save = async () => {
    const body = { custom_field: changesOf(draft, field) };
    await (is_global
      ? dataOf(client.PUT('/custom_fields/{id}', { params: { path: { id } }, body }))
      : dataOf(
          client.PUT('/mailing_lists/{id}/custom_fields/{field}', {
            params: { path: { id: listId, field: id } },
            body,
          }),
        ));
    onClose();
    onChanged();
  };
  if (isDeleting) return <DeleteField {...{ listId, field, onClose, onChanged }} onKeep={() => setDeleting(false)} />;
  return (
    <div class="panel" role="group" aria-label={`Field ${field.name}`}>
      <p>
        <b>{field.name}</b>: {fieldTypeName(field_type, number_support_decimal)}
        {is_global && '. The field is of all lists: a change counts in each of them'}.
      </p>
      <Field label="Name of the field">
        {(control) => (
          <input
            {...control}
            ref={first}
            maxLength={49}
            value={draft.name}
            onInput={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Hint" hint="Is shown where the value is entered.">
        {(control) => (
          <input
            {...control}
            value={draft.instructions}
            onInput={(event) => setDraft({ ...draft, instructions: event.currentTarget.value })}
          />
        )}
      </Field>
      {options !== undefined && (
        <ChoiceInputs choices={draft.choices} onChange={(choices) => setDraft({ ...draft, choices })} />
      )}
      {field_type === 'number' && number_support_decimal === false && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.hasDecimals}
            onChange={(event) => setDraft({ ...draft, hasDecimals: event.currentTarget.checked })}
          />
          Takes decimals, for good
        </label>
      )}
      <label class="check">
        <input
          type="checkbox"
          checked={draft.isRequired}
          onChange={(event) => setDraft({ ...draft, isRequired: event.currentTarget.checked })}
        />
        Each subscriber needs it: those without a value stay, new ones and rows of imports fail without it
      </label>
      <FormActions onCancel={onClose}>
        {may('custom_field.update') && (
          <CommandButton
            kind="primary"
            disabled={draft.name.trim() === ''}
            run={save}
            done="The field was changed."
            failed="The field was not changed"
          >
            Save the field
          </CommandButton>
        )}
        {may('custom_field.delete') && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete the field …
          </button>
        )}
      </FormActions>
    </div>
  );
}

interface FieldDraft {
  readonly name: string;
  readonly instructions: string;
  readonly isRequired: boolean;
  readonly hasDecimals: boolean;
  readonly choices: readonly Choice[];
}

function draftOf({ name, instructions, required, number_support_decimal, options = [] }: CustomField): FieldDraft {
  return {
    name,
    instructions: instructions ?? '',
    isRequired: required,
    hasDecimals: number_support_decimal === true,
    choices: options.map((option) => ({ id: option.id, name: option.name })),
  };
}

/** The attributes that differ from the field as it was read. */
function changesOf(draft: FieldDraft, field: CustomField) {
  const read = draftOf(field);
  const name = draft.name.trim();
  const choices = draft.choices.filter((choice) => choice.name.trim() !== '');
  return {
    ...(name !== read.name && { name }),
    ...(draft.instructions !== read.instructions && { instructions: draft.instructions }),
    ...(draft.isRequired !== read.isRequired && { required: draft.isRequired }),
    ...(draft.hasDecimals !== read.hasDecimals && { number_support_decimal: draft.hasDecimals }),
    ...(JSON.stringify(choices) !== JSON.stringify(read.choices) && { options: choices }),
  };
}

interface DeleteFieldProps extends FieldEditorProps {
  onKeep: () => void;
}

function DeleteField({ listId, field: { id, name, is_global }, onClose, onChanged, onKeep }: DeleteFieldProps) {
  const { client } = useApi();
  const remove = async () => {
    await (is_global
      ? dataOf(client.DELETE('/custom_fields/{id}', { params: { path: { id } } }))
      : dataOf(
          client.DELETE('/mailing_lists/{id}/custom_fields/{field}', { params: { path: { id: listId, field: id } } }),
        ));
    onClose();
    onChanged();
  };
  return (
    <Question
      isFinal
      label={`Delete the field ${name}`}
      keep="Keep the field"
      onKeep={onKeep}
      action={
        <CommandButton kind="danger" run={remove} done="The field is deleted." failed="The field was not deleted">
          Delete the field and its values
        </CommandButton>
      }
    >
      <p>
        This takes the field {name}
        {is_global ? ' from all lists' : ' from the list'}, with its values of all subscribers. A field that a segment
        uses, or that tells the subscribers of a list apart, is not deleted.
      </p>
    </Question>
  );
}
