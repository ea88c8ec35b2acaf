import type { components } from '../../../client/index.ts';
import { SluiceApiError } from '../../../client/index.ts';
import { valueAsText, valueToSend } from '../../parts/value-input.tsx';

export type Subscriber = components['schemas']['Subscriber'];
export type CustomField = components['schemas']['CustomField'];
export type HistoryEvent = components['schemas']['SubscriberHistoryEvent'];

/** The formats of mails in words. */
export const FORMATS = { html: 'HTML', text: 'Text', both: 'HTML and text' } as const;

/** Entries of the form of a subscriber. */
export interface SubscriberDraft {
  readonly email: string;
  /** Undefined in a list without formats. */
  readonly email_format?: Subscriber['email_format'];
  /** Undefined in a list without confirmation. */
  readonly confirmed?: Subscriber['confirmed'];
  /** The text of each input of a custom field, by the name of the field. */
  readonly values: Readonly<Record<string, string>>;
}

/** The entries of a subscriber as it was read. */
export function draftOf(subscriber: Subscriber): SubscriberDraft {
  const { email, email_format, confirmed, custom_fields } = subscriber;
  const values = Object.values(custom_fields).map(({ name, value }) => [name, valueAsText(value)] as const);
  return { email, email_format, confirmed, values: Object.fromEntries(values) };
}

/** The entries of a new subscriber: the defaults of the fields. */
export function newDraft(email: string, fields: readonly CustomField[]): SubscriberDraft {
  const values = fields.map(({ name, default_string, default_integer, default_boolean }) => {
    return [name, valueAsText(default_string ?? default_integer ?? default_boolean ?? null)] as const;
  });
  return { email, values: Object.fromEntries(values) };
}

/** The entries that differ from the subscriber as it was read, as the API takes it: others may have changed the rest. */
export function changesOf(draft: SubscriberDraft, read: SubscriberDraft, fields: readonly CustomField[]) {
  const changed = fields.filter(({ name }) => (draft.values[name] ?? '') !== (read.values[name] ?? ''));
  const { email, email_format, confirmed } = draft;
  return {
    ...(email !== read.email && { email }),
    ...(email_format !== undefined && email_format !== read.email_format && { email_format }),
    ...(confirmed !== undefined && confirmed !== read.confirmed && { confirmed }),
    ...(changed.length > 0 && { custom_fields: valuesOf(draft, changed) }),
  };
}

/** The values of custom fields as the API takes them. */
export function valuesOf({ values }: SubscriberDraft, fields: readonly CustomField[]): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, valueToSend(field, values[field.name] ?? '')]));
}

/** The refusals of the service, by the entry that it is about. */
export interface Faults {
  /** By the name of a custom field, or `email`. */
  readonly of: ReadonlyMap<string, string>;
  /** Another error; null for none. */
  readonly other: unknown;
}

/** The faults of a refused call. Each begins with the name of its entry. */
export function faultsOf(error: unknown, fields: readonly CustomField[]): Faults {
  const of = new Map<string, string>();
  if (!(error instanceof SluiceApiError) || error.code !== 'validation_failed') return { of, other: error };
  const names = ['email', ...fields.map(({ name }) => name)].sort((a, b) => b.length - a.length);
  const others: string[] = [];
  for (const fault of error.message.split('; ')) {
    // The longest name counts: one field can have the beginning of another one's name.
    const name = names.find((each) => fault.startsWith(`${each} `));
    if (name === undefined) others.push(fault);
    else of.set(name, [of.get(name), fault].filter((each) => each !== undefined).join('; '));
  }
  return { of, other: others.length === 0 ? null : new Error(others.join('; ')) };
}
