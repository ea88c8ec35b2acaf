import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { isEmailAddress } from '../../engine/values/email-address.ts';
import { isIpAddress } from '../../engine/values/ip-address.ts';
import { readTime, TIME_DESCRIPTION, TIME_EXAMPLES, TIME_SHAPES } from './times.ts';
import type { WrittenTime } from './times.ts';

const TRUE = [true, 1, '1', 'true'] as const;
const FALSE = [false, 0, '0', 'false'] as const;

/** A boolean in any of the forms clients send: true, 1, "1", "true" and their opposites. The OpenAPI document has one type for all. */
export const flag = preprocessed(z.boolean({ error: 'must be true or false' }), (sent) => {
  if (TRUE.some((truth) => truth === sent)) return true;
  return FALSE.some((falsehood) => falsehood === sent) ? false : sent;
});

/** A string of at most `maximum` characters that Postgres can hold: no NUL, no half of a surrogate pair. */
export function shortText(maximum: number) {
  return z
    .string({ error: 'must be a string' })
    .max(maximum, { error: `is too long (maximum is ${maximum} characters)`, abort: true })
    .refine((value) => !value.includes('\0') && value.isWellFormed(), 'has characters that cannot be stored');
}

/** A text for which nothing else is stated. */
export const text = shortText(BOUNDS.text.max);

/** One line of a header: a line break in it would begin another header. */
export const headerLine = shortText(255).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');

/** A trimmed name that is not blank. */
export function nameText(maximum: number) {
  return shortText(maximum).trim().min(1, 'cannot be blank');
}

/** An email address; white space around it is dropped, its case is kept. */
export const emailAddress = text
  .trim()
  .superRefine((value, context) => {
    if (value === '') context.addIssue('cannot be blank');
    else if (!isEmailAddress(value)) context.addIssue('is not a valid email address');
  })
  .meta({ format: 'email' });

/** An address of a machine; white space around it is dropped. */
export const ipAddress = text
  .trim()
  .refine(isIpAddress, 'is not an IP address')
  .meta({ anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] });

/** A time in ISO 8601, as it was written: `instantIn` makes it an instant in the time zone of an organization. */
export const time = z
  .string({ error: 'must be a string' })
  .meta({ description: TIME_DESCRIPTION, examples: TIME_EXAMPLES, maxLength: BOUNDS.timeText.max })
  .transform((text, context): WrittenTime => {
    const written = readTime(text);
    if (written === null) context.addIssue(`must be ${TIME_SHAPES}`);
    return written ?? NO_TIME;
  });

const NO_TIME: WrittenTime = { milliseconds: 0, hasOffset: true };

/** A whole number within bounds, both included. */
export function wholeNumber(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  const fits = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= minimum && Number(value) <= maximum;
  const from = minimum === Number.MIN_SAFE_INTEGER ? '' : ` from ${minimum}`;
  const to = maximum === Number.MAX_SAFE_INTEGER ? '' : ` to ${maximum}`;
  return z.custom<number>(fits, `must be a whole number${from}${to}`).meta({ type: 'integer', minimum, maximum });
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be one of ${words.join(', ')}` });
}

/** A JSON object, its values still to be read. */
export const hash = z
  .custom<Record<string, unknown>>(isHash, 'must be a JSON object')
  .refine(
    (value) => hasAtMost(BOUNDS.hashEntries.max, value),
    `has too many entries (maximum is ${BOUNDS.hashEntries.max})`,
  )
  .meta({ type: 'object', additionalProperties: true, maxProperties: BOUNDS.hashEntries.max });

/** Whether a value is a JSON object. */
export function isHash(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A JSON object with these values. */
export function objectOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape, { error: 'must be a JSON object' });
}

/** A JSON object of at most `maximum` keys with values of one kind; more keys are refused before any value is read. */
export function recordOf<Value extends z.ZodType>(value: Value, maximum: number = BOUNDS.hashEntries.max) {
  const record = z.record(z.string(), value, { error: 'must be a JSON object' }).meta({ maxProperties: maximum });
  const refuseMany = (sent: unknown, context: z.RefinementCtx) => {
    if (isHash(sent) && !hasAtMost(maximum, sent)) context.addIssue(`has too many entries (maximum is ${maximum})`);
    return sent;
  };
  return preprocessed(record, refuseMany);
}

/** An array of at most `maximum` elements; a longer one is refused before any element is read. */
export function arrayOf<Element extends z.ZodType>(
  element: Element,
  maximum: number = BOUNDS.arrayEntries.max,
  tooMany = `has too many entries (maximum is ${maximum})`,
) {
  const array = z.array(element, { error: 'must be an array' }).meta({ maxItems: maximum });
  const refuseMany = (sent: unknown, context: z.RefinementCtx) => {
    if (Array.isArray(sent) && sent.length > maximum) context.addIssue(tooMany);
    return sent;
  };
  return preprocessed(array, refuseMany);
}

/** The schema behind a look at what is sent; its types stay as they are. */
function preprocessed<Schema extends z.ZodType>(
  schema: Schema,
  look: (sent: unknown, context: z.RefinementCtx) => unknown,
) {
  return z.preprocess(look, schema) as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>;
}

function hasAtMost(maximum: number, value: object): boolean {
  return Object.keys(value).length <= maximum;
}
