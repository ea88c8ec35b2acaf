import { useState } from 'preact/hooks';
import { Field } from '../../parts/field.tsx';
import { ValueInput, valueHint } from '../../parts/value-input.tsx';
import { STATUSES, statusName } from '../../parts/statuses.ts';
import { updatedWhomOf } from './draft.ts';
import type { Draft } from './draft.ts';
import type { Field as CustomField } from './entry-type.ts';
import { LIMITS, limitProblem } from './limit-problems.ts';

interface RulesStepProps {
  draft: Draft;
  /** The fields of the list that no column goes to. */
  unmapped: readonly CustomField[];
  onChange: (changes: Partial<Draft>) => void;
}

/** The third step: what happens to subscribers that the list has already, to those that the file lacks, and when. */
export function RulesStep({ draft, unmapped, onChange }: RulesStepProps) {
  const {
    updates,
    updatedWhat,
    status: statusOfRows,
    defaults,
    deactivatesMissing,
    maxDeactivated,
    maxFailed,
    beginsAt,
  } = draft;
  const updatedWhom = updatedWhomOf(draft);
  // What was chosen elsewhere is not hidden.
  const [isOpen] = useState(statusOfRows !== '' || maxFailed !== '' || Object.keys(defaults).length > 0);
  return (
    <>
      <fieldset class="plain">
        <legend>Subscribers that the list has already</legend>
        <label class="check">
          <input type="radio" name="updates" checked={!updates} onChange={() => onChange({ updates: false })} />
          stay as they are
        </label>
        <label class="check">
          <input type="radio" name="updates" checked={updates} onChange={() => onChange({ updates: true })} />
          are updated
        </label>
        {updates && (
          <div class="inset">
            <div class="choices">
              <Check
                label="their fields"
                checked={updatedWhat.custom_fields}
                onChange={(custom_fields) => onChange({ updatedWhat: { ...updatedWhat, custom_fields } })}
              />
              <Check
                label="their status"
                checked={updatedWhat.status}
                onChange={(status) => onChange({ updatedWhat: { ...updatedWhat, status }, updatedWhom: null })}
              />
            </div>
            <fieldset class="plain choices">
              <legend>if their status is</legend>
              {STATUSES.map((status) => (
                <Check
                  key={status}
                  label={statusName(status)}
                  checked={updatedWhom[status]}
                  onChange={(checked) => onChange({ updatedWhom: { ...updatedWhom, [status]: checked } })}
                />
              ))}
            </fieldset>
          </div>
        )}
      </fieldset>
      <fieldset class="plain">
        <legend>Subscribers that the file lacks</legend>
        <Check
          label="are deactivated, if they are active"
          checked={deactivatesMissing}
          onChange={(checked) => onChange({ deactivatesMissing: checked })}
        />
        {deactivatesMissing && (
          <div class="inset">
            <Field
              label={LIMITS.maxDeactivated}
              hint="A number or a percentage of the active subscribers, for example 5%. Empty: the limit of the service."
              error={limitProblem(maxDeactivated)}
            >
              {(control) => (
                <input
                  {...control}
                  class="short"
                  value={maxDeactivated}
                  onInput={(event) => onChange({ maxDeactivated: event.currentTarget.value })}
                />
              )}
            </Field>
          </div>
        )}
      </fieldset>
      <details open={isOpen}>
        <summary>Defaults, a limit and the time</summary>
        <Field
          label="Status of rows that have none"
          hint={
            updates && updatedWhat.status ? 'A chosen one also changes the subscribers that are updated.' : undefined
          }
        >
          {(control) => (
            <select
              {...control}
              class="short"
              value={statusOfRows}
              onChange={(event) => onChange({ status: event.currentTarget.value as Draft['status'] })}
            >
              <option value="">active if new, else unchanged</option>
              {STATUSES.map((status) => (
                <option key={status} value={status}>
                  {statusName(status)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {unmapped.map((field) => (
          <Field key={field.id} label={`Default of ${field.name}`} hint={valueHint(field)}>
            {(control) => (
              <ValueInput
                {...{ field, control }}
                value={defaults[field.name] ?? ''}
                onInput={(value) => onChange({ defaults: { ...defaults, [field.name]: value } })}
              />
            )}
          </Field>
        ))}
        <Field
          label={LIMITS.maxFailed}
          hint="A number or a percentage of the rows. Empty: no limit."
          error={limitProblem(maxFailed)}
        >
          {(control) => (
            <input
              {...control}
              class="short"
              value={maxFailed}
              onInput={(event) => onChange({ maxFailed: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field label="Begin at" hint="In the time of this browser. Empty: when you start it.">
          {(control) => (
            <input
              {...control}
              class="short"
              type="datetime-local"
              value={beginsAt}
              onInput={(event) => onChange({ beginsAt: event.currentTarget.value })}
            />
          )}
        </Field>
      </details>
    </>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
