import type { CustomField, Parsed, StoredValue } from './custom-field.ts';

/** Postgres takes no index entry of more than about 2,700 bytes, and the key is indexed. */
const MAX_KEY_BYTES = 2000;

/** The key of a subscriber on a list without an alternate primary key; takes a valid address. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** The key of a subscriber on a list with an alternate primary key, from that text or number field's stored value. */
export function alternateKey(field: CustomField, value: StoredValue): Parsed<string> {
  const key = String(value).trim().toLowerCase();
  if (Buffer.byteLength(key) <= MAX_KEY_BYTES) return { value: key };
  return { error: `${field.name} is the primary key of the list and must have at most ${MAX_KEY_BYTES} bytes` };
}

/** The key of a subscriber of any list; `alternate` is the field of the list's alternate primary key, null without one. */
export function subscriberKey(
  { email, customFields }: { readonly email: string; readonly customFields: Readonly<Record<string, unknown>> },
  alternate: CustomField | null,
): Parsed<string> {
  if (alternate === null) return { value: emailKey(email) };
  const value = customFields[alternate.id];
  if (typeof value === 'string' || typeof value === 'number') return alternateKey(alternate, value);
  return { error: `${alternate.name} is required` };
}
