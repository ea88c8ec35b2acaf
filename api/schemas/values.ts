import { isIP } from 'node:net';
import { z } from 'zod';
import { isEmailAddress } from '../../engine/subscribers/email-address.ts';
import { parseTime } from './times.ts';

const TRUTHS = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true'].map((value) => [value, true] as const),
  ...[false, 0, '0', 'false'].map((value) => [value, false] as const),
]);

/** A boolean in any of the forms clients send: true, 1, "1", "true" and their opposites. */
export const flag = z.unknown().transform((value, context): boolean => {
  const truth = TRUTHS.get(value);
  if (truth === undefined) context.addIssue({ code: 'custom', message: 'must be true or false' });
  return truth ?? false;
});

/** A string that Postgres can hold: no NUL, no half of a surrogate pair. */
export const text = z
  .string({ invalid_type_error: 'must be a string' })
  .refine((value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value), 'has characters that cannot be stored');

/** The same of at most so many characters. */
export function shortText(maximum: number) {
  return text.refine((value) => value.length <= maximum, `is too long (maximum is ${maximum} characters)`);
}

/** One line of a header: a line break in it would begin another header. */
export const headerLine = shortText(255).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');

/** A trimmed name that is not blank. */
export function nameText(maximum: number) {
  return shortText(maximum)
    .transform((value) => value.trim())
    .refine((value) => value !== '', 'cannot be blank');
}

/** An email address; white space around it is dropped, its case is kept. */
export const emailAddress = text
  .transform((value) => value.trim())
  .superRefine((value, context) => {
    if (value === '') context.addIssue({ code: 'custom', message: 'cannot be blank' });
    else if (!isEmailAddress(value)) context.addIssue({ code: 'custom', message: 'is not a valid email address' });
  });

/** An address of a machine. A zone behind it (fe80::1%eth0) means nothing elsewhere. */
export const ipAddress = text
  .transform((value) => value.trim())
  .refine((value) => isIP(value) !== 0 && !value.includes('%'), 'is not an IP address');

/** A time, read from ISO 8601. */
export const time = text.transform((value, context): Date => {
  const parsed = parseTime(value);
  if (parsed === null) context.addIssue({ code: 'custom', message: 'must be an ISO 8601 time with an offset' });
  return parsed ?? new Date(0);
});

/** A whole number within bounds, both included. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const fits = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const bounds = maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `from ${minimum} to ${maximum}`;
  return z.custom<number>(fits, `must be a whole number ${bounds}`);
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { errorMap: () => ({ message: `must be one of ${words.join(', ')}` }) });
}

/** A JSON object, its values still to be read. */
export const hash = z.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be a JSON object',
);

/** An array of what the schema takes. */
export function arrayOf<Element extends z.ZodTypeAny>(element: Element) {
  return z.array(element, { invalid_type_error: 'must be an array' });
}
