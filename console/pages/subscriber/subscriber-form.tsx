import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { EMAIL_FORMATS } from '../../../engine/domain/subscribers.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { ErrorPanel } from '../../parts/error-panel.tsx';
import { Field } from '../../parts/field.tsx';
import { FormActions } from '../../parts/form-actions.tsx';
import { ValueInput, valueHint } from '../../parts/value-input.tsx';
import { faultsOf, FORMATS } from './subscriber.ts';
import type { CustomField, SubscriberDraft } from './subscriber.ts';

interface SubscriberFormProps {
  label: string;
  fields: readonly CustomField[];
  first: SubscriberDraft;
  /** Resolves when the service has done it. */
  send: (draft: SubscriberDraft) => Promise<unknown>;
  onCancel: () => void;
  /** The beginning of the sentence when it fails. */
  failed: string;
  /** Text of the button that sends. */
  button: string;
  /** Further inputs. */
  children?: ComponentChildren;
}

/** The form of a subscriber: address, and an input for each field by its type. What the service refuses is said at its input. */
export function SubscriberForm(props: SubscriberFormProps) {
  const { label, fields, first, send, onCancel, failed, button, children } = props;
  const [draft, setDraft] = useState(first);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, error, onSubmit } = useSubmit(() => send({ ...draft, email: draft.email.trim() }));
  const faults = faultsOf(error, fields);
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);
  return (
    <form ref={form} class="panel" aria-label={label} onSubmit={onSubmit}>
      <Field label="Address" error={addressFault(faults.of.get('email'))}>
        {(control) => (
          <input
            {...control}
            inputMode="email"
            autocomplete="off"
            spellcheck={false}
            value={draft.email}
            onInput={({ currentTarget: { value } }) => setDraft({ ...draft, email: value })}
          />
        )}
      </Field>
      {fields.map((field) => (
        <Field key={field.id} label={field.name} hint={hintOf(field)} error={faults.of.get(field.name) ?? null}>
          {(control) => (
            <ValueInput
              field={field}
              control={control}
              value={draft.values[field.name] ?? ''}
              onInput={(value) => setDraft({ ...draft, values: { ...draft.values, [field.name]: value } })}
            />
          )}
        </Field>
      ))}
      <OptionalColumns draft={draft} onChange={setDraft} />
      {children}
      {faults.other !== null && <ErrorPanel error={faults.other} what={failed} />}
      <FormActions onCancel={onCancel}>
        <button type="submit" class="primary" aria-busy={isBusy} disabled={isBusy}>
          {button}
        </button>
      </FormActions>
    </form>
  );
}

/** The sentence of the service in the words of the page. */
function addressFault(fault: string | undefined): string | null {
  if (fault === undefined) return null;
  if (fault === 'email has already been taken') return 'Another subscriber of the list has this address.';
  return fault.replaceAll('email ', 'The address ');
}

function hintOf(field: CustomField): string | undefined {
  const hints = [
    field.instructions,
    valueHint(field),
    limitsOf(field),
    field.required ? 'Each subscriber needs it.' : '',
  ];
  return hints.filter((hint) => hint != null && hint !== '').join(' ') || undefined;
}

function limitsOf({ minimum_value, maximum_value, minimum_length, maximum_length }: CustomField): string {
  const least = minimum_value ?? minimum_length;
  const most = maximum_value ?? maximum_length;
  const unit = minimum_value ?? maximum_value ?? null;
  const limits = [least != null && `at least ${least}`, most != null && `at most ${most}`].filter(Boolean);
  if (limits.length === 0) return '';
  const text = limits.join(' and ');
  return unit === null ? `With ${text} characters.` : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

interface OptionalColumnsProps {
  draft: SubscriberDraft;
  onChange: (draft: SubscriberDraft) => void;
}

/** Inputs that some lists have. */
function OptionalColumns({ draft, onChange }: OptionalColumnsProps) {
  return (
    <>
      {draft.email_format !== undefined && (
        <Field label="Format of mails">
          {(control) => (
            <select
              {...control}
              value={draft.email_format}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...draft, email_format: EMAIL_FORMATS.find((format) => format === value) })
              }
            >
              {EMAIL_FORMATS.map((format) => (
                <option key={format} value={format}>
                  {FORMATS[format]}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      {draft.confirmed !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={draft.confirmed}
            onChange={(event) => onChange({ ...draft, confirmed: event.currentTarget.checked })}
          />
          Has confirmed the address
        </label>
      )}
    </>
  );
}
