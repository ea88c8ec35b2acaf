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

/** A URL of one of the protocols, which are written with their colon. */
export function url(protocols: readonly string[]) {
  const fits = (text: string) => URL.canParse(text) && protocols.includes(new URL(text).protocol);
  return z.string().refine(fits, `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
}

/** A name, or the beginning of one, in Temporal; without the characters that separate ids and quote queries. */
export function workflowName() {
  return z.string().regex(/^[\w.-]{0,60}$/, 'must have at most 60 letters, digits, dots, hyphens and underscores');
}
