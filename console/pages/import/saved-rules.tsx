import { useState } from 'preact/hooks';
import { dataOf } from '../../../client/index.ts';
import { useFocus } from '../../hooks/use-focus.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { useApi } from '../../session/session.tsx';
import { Choice } from './choice.tsx';
import type { ColumnRule } from './column-rule.ts';
import { columnsToSave } from './rule-set.ts';
import type { RuleSet } from './rule-set.ts';

interface SavedRulesProps {
  /** Those of the organization. */
  sets: readonly RuleSet[];
  /** The one that is used; null: none. */
  chosen: RuleSet | null;
  mapping: readonly string[];
  /** The rule of each column. */
  rules: readonly (ColumnRule | null)[];
  onChoose: (id: number | null) => void;
  /** A set was saved or deleted. */
  onSaved: () => void;
}

/** Uses rules that were saved under a name, deletes them, and saves those of this import for other files and lists. */
export function SavedRules({ sets, chosen, mapping, rules, onChoose, onSaved }: SavedRulesProps) {
  const [isSaving, setSaving] = useState(false);
  const isAny = rules.some((rule) => rule !== null);
  if (sets.length === 0 && !isAny) return null;
  return (
    <fieldset class="plain format">
      <legend class="visually-hidden">Saved rules</legend>
      {sets.length > 0 && (
        <Choice
          label="Saved rules"
          value={chosen === null ? '' : String(chosen.id)}
          options={[['', 'None'], ...sets.map(({ id, name }) => [String(id), name] as const)]}
          onChange={(id) => onChoose(id === '' ? null : Number(id))}
        />
      )}
      {chosen !== null && (
        <DeleteRules
          key={chosen.id}
          chosen={chosen}
          onDeleted={() => {
            onChoose(null);
            onSaved();
          }}
        />
      )}
      {isAny && !isSaving && (
        <button type="button" class="link" onClick={() => setSaving(true)}>
          Save the rules of the columns for other files and lists
        </button>
      )}
      {isSaving && (
        <SaveForm {...{ sets, chosen, mapping, rules }} onSaved={onSaved} onClose={() => setSaving(false)} />
      )}
    </fieldset>
  );
}

interface DeleteRulesProps {
  chosen: RuleSet;
  onDeleted: () => void;
}

/** Deletes saved rules, after a second click. */
function DeleteRules({ chosen: { id, name }, onDeleted }: DeleteRulesProps) {
  const { client } = useApi();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" class="link" onClick={() => setAsked(true)}>
        Delete the rules {name} …
      </button>
    );
  }
  const remove = async () => {
    await dataOf(client.DELETE('/column_rule_sets/{id}', { params: { path: { id } } }));
    onDeleted();
  };
  return (
    <div class="panel" role="group" aria-label="Delete rules">
      <p>Everyone in the organization loses the rules {name}. Imports keep the rules that they were created with.</p>
      <FormActions onCancel={() => setAsked(false)}>
        <CommandButton
          kind="danger"
          run={remove}
          failed="The rules were not deleted"
          done={`The rules ${name} were deleted.`}
        >
          Delete the rules {name}
        </CommandButton>
      </FormActions>
    </div>
  );
}

interface SaveFormProps extends Pick<SavedRulesProps, 'sets' | 'chosen' | 'mapping' | 'rules' | 'onSaved'> {
  onClose: () => void;
}

function SaveForm({ sets, chosen, mapping, rules, onSaved, onClose }: SaveFormProps) {
  const { client } = useApi();
  const first = useFocus<HTMLInputElement>();
  const [name, setName] = useState(chosen?.name ?? '');
  const known = sets.find((set) => set.name.toLowerCase() === name.trim().toLowerCase()) ?? null;
  const save = async () => {
    const body = { column_rule_set: { name: name.trim(), columns: columnsToSave(mapping, rules, known) } };
    await dataOf(
      known === null
        ? client.POST('/column_rule_sets', { body })
        : client.PUT('/column_rule_sets/{id}', { params: { path: { id: known.id } }, body }),
    );
    onSaved();
    onClose();
  };
  return (
    <div class="panel field-form" role="group" aria-label="Save rules">
      <input
        ref={first}
        aria-label="Name of the rules"
        placeholder="Name, for example Shop"
        maxLength={100}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <FormActions onCancel={onClose}>
        <CommandButton
          kind="primary"
          disabled={name.trim() === ''}
          run={save}
          failed="The rules were not saved"
          done={`The rules ${name.trim()} were saved.`}
        >
          {known === null ? 'Save rules' : `Change the rules ${known.name}`}
        </CommandButton>
      </FormActions>
    </div>
  );
}
