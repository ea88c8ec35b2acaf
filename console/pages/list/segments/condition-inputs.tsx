import { useId } from 'preact/hooks';
import type { ControlProps } from '../../../parts/field.tsx';
import { ValueInput } from '../../../parts/value-input.tsx';
import { commonSubjects, fieldSubject, findSubject, operatorWords, takesValue } from './subjects.ts';
import type { ClausePlace, Subject } from './subjects.ts';
import type { Condition } from './clause-draft.ts';

interface ConditionInputsProps {
  condition: Condition;
  /** Name for screen readers: "Condition 1". */
  name: string;
  place: ClausePlace;
  /** The reason for which the service refuses it; null for none. */
  fault: string | null;
  /** Null: the condition is removed. */
  onChange: (condition: Condition | null) => void;
}

/** The inputs of a condition: what it is about, the comparison, and the value by the kind of both. */
export function ConditionInputs({ condition, name, place, fault, onChange }: ConditionInputsProps) {
  const id = useId();
  const subject = findSubject(condition.subject, place);
  const operators = subject?.operators ?? [condition.operator];
  const choose = (chosen: string) => {
    const next = findSubject(chosen, place);
    const operator = next?.operators.includes(condition.operator) === true ? condition.operator : next?.operators[0];
    onChange({ ...condition, subject: chosen, operator: operator ?? 'is', value: '' });
  };
  return (
    <div class="condition" role="group" aria-label={name}>
      <select
        aria-label={`${name}: about`}
        value={condition.subject}
        onChange={({ currentTarget: { value } }) => choose(value)}
      >
        {subject === null && <option value={condition.subject}>A field that is gone</option>}
        {commonSubjects(place).map((each) => (
          <option key={each} value={each}>
            {findSubject(each, place)?.name}
          </option>
        ))}
        {place.fields.length > 0 && (
          <optgroup label="Fields">
            {place.fields.map((field) => (
              <option key={field.id} value={fieldSubject(field.id)}>
                {field.name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <select
        aria-label={`${name}: comparison`}
        value={condition.operator}
        onChange={({ currentTarget: { value } }) => onChange({ ...condition, operator: value })}
      >
        {operators.map((operator) => (
          <option key={operator} value={operator}>
            {operatorWords(operator)}
          </option>
        ))}
      </select>
      {subject !== null && takesValue(condition.operator) && (
        <Value
          subject={subject}
          control={{
            id: `${id}-value`,
            'aria-describedby': fault === null ? undefined : `${id}-fault`,
            'aria-invalid': fault === null ? undefined : true,
          }}
          label={`${name}: value`}
          value={condition.value}
          onInput={(value) => onChange({ ...condition, value })}
        />
      )}
      <button type="button" class="quiet" aria-label={`Remove ${name.toLowerCase()}`} onClick={() => onChange(null)}>
        Remove
      </button>
      {fault !== null && (
        <p id={`${id}-fault`} class="field-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

interface ValueProps {
  subject: Subject;
  control: ControlProps;
  label: string;
  value: string;
  onInput: (value: string) => void;
}

function Value({ subject: { choices, form }, control, label, value, onInput }: ValueProps) {
  const input = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onInput(currentTarget.value);
  if (choices !== null)
    return (
      <select {...control} aria-label={label} value={value} onChange={input}>
        <option value="">–</option>
        {!choices.some(([each]) => each === value) && value !== '' && <option value={value}>no longer there</option>}
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    );
  if (form === 'date') return <input {...control} aria-label={label} type="date" value={value} onInput={input} />;
  if (form === 'text')
    return <input {...control} aria-label={label} spellcheck={false} value={value} onInput={input} />;
  // One line is compared with, also where values have several.
  const field = form.field_type === 'text_multiline' ? { ...form, field_type: 'text' as const } : form;
  const labelled = { ...control, 'aria-label': label };
  return <ValueInput field={field} control={labelled} value={value} onInput={onInput} />;
}
