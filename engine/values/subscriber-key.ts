import { domainToUnicode } from 'node:url';
import type { CustomField, Parsed, StoredValue } from './custom-field.ts';
import { asciiDomain } from './email-address.ts';

/** Postgres takes no index entry of more than about 2,700 bytes, and the key is indexed. */
const MAX_KEY_BYTES = 2000;

const ASCII = /^[\0-\x7f]*$/;

/**
 * The key of a subscriber on a list without an alternate primary key: its address in lower case with the ASCII form of its
 * domain, so that both spellings of an international one are the same subscriber. Takes any text: one that is no
 * address is its own key.
 */
export function emailKey(email: string): string {
  const lower = email.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const at = lower.lastIndexOf('@') + 1;
  const domain = asciiDomain(lower.slice(at));
  return domain === null ? lower : lower.slice(0, at) + domain;
}

/** Returns the spellings of the address of a key, in lower case; stored addresses are as they were written. */
export function spellingsOf(key: string): string[] {
  const at = key.lastIndexOf('@') + 1;
  const domain = domainToUnicode(key.slice(at));
  const composed = key.slice(0, at) + domain;
  return domain === '' ? [key] : [...new Set([key, composed, composed.normalize('NFD')])];
}

/** Returns the address of a key with the Unicode form of its domain, composed (NFC); null where that is its ASCII form. */
export function unicodeSpelling(key: string): string | null {
  const at = key.lastIndexOf('@') + 1;
  const domain = domainToUnicode(key.slice(at));
  return domain === '' || domain === key.slice(at) ? null : (key.slice(0, at) + domain).normalize('NFC');
}

/** Between the key that two subscribers would share and the id of the one that has lost it. */
const TWIN_MARK = '\u001f';

/** The key of a subscriber whose address another one of its list has, by another spelling: none that an address has. */
export function twinKey(key: string, subscriberId: number): string {
  return `${key}${TWIN_MARK}${subscriberId}`;
}

/** The key of the address of a subscriber: its own, or that of its twin. */
export function keyOfAddress(key: string): string {
  const end = key.indexOf(TWIN_MARK);
  return end < 0 || !key.slice(0, end).includes('@') ? key : key.slice(0, end);
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
