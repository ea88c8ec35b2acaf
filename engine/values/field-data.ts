import type { CustomField, StoredValue } from './custom-field.ts';
import { isRequired } from './custom-field.ts';
import { parseJsonValue } from './custom-field-values.ts';

/** Values that a caller sent, by field, not yet parsed. */
export type FieldData = ReadonlyMap<CustomField, unknown>;

/** Called with each mistake as a sentence. */
export type Refuse = (sentence: string) => void;

/** Finds the fields of values sent by name, ignoring case; a value may also come as a hash `{name, type, value}`. */
export function fieldDataOf(
  values: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[],
  refuse: Refuse,
): FieldData {
  const byName = new Map(fields.map((field) => [field.name.toLowerCase(), field]));
  const data = new Map<CustomField, unknown>();
  for (const [name, value] of Object.entries(values)) {
    const field = byName.get(name.trim().toLowerCase());
    if (field === undefined) refuse(`custom_fields has no field named ${name}`);
    else data.set(field, plainValue(value));
  }
  return data;
}

/** Adds the default of each field that was not sent and has one. */
export function withFieldDefaults(data: FieldData, fields: readonly CustomField[]): FieldData {
  const defaults = fields.map((field) => {
    const { default_string, default_integer, default_boolean } = field.attributes;
    return [field, default_string ?? default_integer ?? default_boolean] as const;
  });
  return new Map([...defaults.filter(([, value]) => value !== undefined && value !== null), ...data]);
}

/** The values of a new subscriber: every field is looked at, since a required one must be there. */
export function readAllFields(
  data: FieldData,
  fields: readonly CustomField[],
  refuse: Refuse,
): Record<string, StoredValue> {
  return changeFields({}, new Map(fields.map((field) => [field, data.get(field)])), refuse) as Record<
    string,
    StoredValue
  >;
}

/** Stored values after those sent were put over them; one sent as null is gone. */
export function changeFields(
  stored: Readonly<Record<string, unknown>>,
  data: FieldData,
  refuse: Refuse,
): Record<string, unknown> {
  const changed = new Map(Object.entries(stored));
  for (const [field, value] of data) {
    const parsed = parseJsonValue(field, value);
    if (parsed.error !== undefined) refuse(parsed.error);
    else if (parsed.value === null) changed.delete(String(field.id));
    else changed.set(String(field.id), parsed.value);
  }
  return Object.fromEntries(changed);
}

/** Complains of each required field that has no value. */
export function requireFields(
  stored: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[],
  refuse: Refuse,
): void {
  for (const field of fields) {
    if (isRequired(field) && stored[field.id] === undefined) refuse(`${field.name} is required`);
  }
}

function plainValue(value: unknown): unknown {
  const isHash = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHash && Object.hasOwn(value, 'value') ? (value as { value: unknown }).value : value;
}
