import { isIP } from 'node:net';
import { z } from 'zod';

/** The text of a whole number within bounds. */
export function wholeNumber(min: number, max: number) {
  const fits = (text: string) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max;
  return z.string().refine(fits, `must be a whole number from ${min} to ${max}`).transform(Number);
}

/** true, 1 or yes; false, 0 or no. */
export function flag() {
  const known = /^(?:true|false|1|0|yes|no)$/i;
  return z
    .string()
    .regex(known, 'must be true or false')
    .transform((text) => /^(?:true|1|yes)$/i.test(text));
}

/** on or off. */
export function onOrOff() {
  return z
    .enum(['on', 'off'], { errorMap: () => ({ message: 'must be on or off' }) })
    .transform((text) => text === 'on');
}

/** A URL of one of the protocols, which are written with their colon. */
export function url(protocols: readonly string[]) {
  const fits = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return z.string().refine(fits, `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
}

/** An email address, without a name. */
export function emailAddress() {
  return z.string().regex(/^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/, 'must be an email address without a name');
}

/** IP addresses and CIDR blocks with commas between them. */
export function networks() {
  return z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(
      (all) => all.every(isNetwork),
      'must be IP addresses or CIDR blocks with commas between them, for instance 192.0.2.1,10.0.0.0/8',
    );
}

/** A block has at least one bit: one without would be the whole Internet. */
function isNetwork(text: string): boolean {
  const [, address = '', bits = '1'] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return Number(bits) >= 1 && Number(bits) <= most;
}

/** A name, or the beginning of one, in Temporal; without the characters that separate ids and quote queries. */
export function workflowName() {
  return z.string().regex(/^[\w.-]{0,60}$/, 'must have at most 60 letters, digits, dots, hyphens and underscores');
}
