import { useLocation } from 'preact-iso/router';
import { useState } from 'preact/hooks';
import type { TargetedSubmitEvent } from 'preact';
import { dataOf } from '../../../client/index.ts';
import { linkTo } from '../../base.ts';
import { useFocus } from '../../hooks/use-focus.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { useApi } from '../../session/session.tsx';
import { FieldTypeSelect } from '../../parts/field-type-select.tsx';
import { hasOptions, toFieldInput } from '../../parts/field-types.ts';
import { filledOptions, OptionLines } from '../../parts/option-lines.tsx';
import type { NewField } from '../../parts/field-types.ts';

/** Creates a list with its custom fields, then opens it. */
export function NewList({ onCancel }: { onCancel: () => void }) {
  const { client } = useApi();
  const { route } = useLocation();
  const first = useFocus<HTMLInputElement>();
  const [name, setName] = useState('');
  const [fields, setFields] = useState<readonly NewField[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{
    readonly what: string;
    readonly error: unknown;
    readonly listId?: number;
  } | null>(null);

  const create = async () => {
    let listId: number | undefined;
    let creating = 'The list was not created';
    try {
      const list = await dataOf(client.POST('/mailing_lists', { body: { mailing_list: { name: name.trim() } } }));
      listId = list.id;
      for (const field of fields.filter((each) => each.name.trim() !== '')) {
        creating = `The list was created, but its field “${field.name}” was not`;
        const path = { id: listId };
        await dataOf(
          client.POST('/mailing_lists/{id}/custom_fields', {
            params: { path },
            body: { custom_field: toFieldInput({ ...field, options: filledOptions(field.options) }) },
          }),
        );
      }
      route(linkTo(`/lists/${listId}`));
    } catch (error) {
      setFailure({ what: creating, error, ...(listId !== undefined && { listId }) });
      setBusy(false);
    }
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    void create();
  };
  const change = (at: number, changes: Partial<NewField>) =>
    setFields(fields.map((field, index) => (index === at ? { ...field, ...changes } : field)));

  return (
    <form class="panel" aria-label="New list" onSubmit={submit}>
      <Field label="Name of the list">
        {(control) => (
          <input
            {...control}
            ref={first}
            required
            maxLength={100}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="plain">
        <legend>Fields of its subscribers besides the address</legend>
        {fields.map((field, at) => (
          <div class="row" key={at}>
            <FieldName at={at} value={field.name} onInput={(name) => change(at, { name })} />
            <FieldTypeSelect label={`Type of field ${at + 1}`} field={field} onChange={(type) => change(at, type)} />
            <button
              type="button"
              class="quiet"
              aria-label={`Remove field ${at + 1}`}
              onClick={() => setFields(fields.filter((_field, index) => index !== at))}
            >
              Remove
            </button>
            {hasOptions(field.type) && (
              <OptionLines options={field.options ?? []} onChange={(options) => change(at, { options })} />
            )}
          </div>
        ))}
        <button type="button" class="link" onClick={() => setFields([...fields, { name: '', type: 'text' }])}>
          Add a field
        </button>
        <p class="hint">Fields can also be created later, while the columns of a file are mapped.</p>
      </fieldset>
      {failure !== null && (
        <ErrorPanel error={failure.error} what={failure.what}>
          {failure.listId !== undefined && <a href={linkTo(`/lists/${failure.listId}`)}>Open the list</a>}
        </ErrorPanel>
      )}
      <FormActions onCancel={onCancel}>
        <button
          type="submit"
          class="primary"
          disabled={isBusy || name.trim() === '' || failure?.listId !== undefined}
          aria-busy={isBusy}
        >
          Create list
        </button>
      </FormActions>
    </form>
  );
}

interface FieldNameProps {
  at: number;
  value: string;
  onInput: (name: string) => void;
}

/** The name of a field that was added, which can be typed at once. */
function FieldName({ at, value, onInput }: FieldNameProps) {
  const input = useFocus<HTMLInputElement>();
  return (
    <input
      ref={input}
      aria-label={`Name of field ${at + 1}`}
      placeholder="Name, for example City"
      maxLength={49}
      value={value}
      onInput={(event) => onInput(event.currentTarget.value)}
    />
  );
}
