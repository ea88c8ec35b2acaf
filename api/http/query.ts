import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { InvalidRequest } from '../../engine/platform/errors.ts';
import { readTime, TIME_DESCRIPTION, TIME_EXAMPLES, TIME_SHAPES } from './times.ts';
import type { WrittenTime } from './times.ts';
import { flag } from './values.ts';

/** A text that Postgres can compare with: without NUL. */
export const queryText = z
  .string({ error: 'must be given once' })
  .max(BOUNDS.queryText.max, `is too long (maximum is ${BOUNDS.queryText.max} characters)`)
  .refine((value) => !value.includes('\0'), 'cannot contain a NUL character')
  .optional();

/** One of the choices. */
export function queryChoice<const Choices extends readonly string[]>(choices: Choices, otherwise: Choices[number]) {
  return z.enum(choices, { error: `must be one of ${choices.join(', ')}` }).default(otherwise);
}

const MOST_CHOICES = 100;

/** Any number of the choices: separated by commas, repeated, or under the name with `[]`. */
export function queryChoices<const Choices extends readonly string[]>(choices: Choices) {
  const list = z.array(z.enum(choices));
  return z
    .union([z.string(), z.array(z.string())])
    .transform((sent, context): Choices[number][] => {
      const wanted = [sent].flat().flatMap((text) => text.split(',').map((part) => part.trim()));
      const parsed = wanted.length > MOST_CHOICES ? null : list.safeParse(wanted);
      if (parsed?.success !== true) context.addIssue(`must be one or more of ${choices.join(', ')}`);
      return parsed?.data ?? [];
    })
    .meta({ type: 'array', items: { type: 'string', enum: choices }, maxItems: MOST_CHOICES, anyOf: undefined })
    .optional();
}

/** The shapes of a time in a query, for the OpenAPI document. */
export const QUERY_TIME = `A Unix time, or ${TIME_DESCRIPTION}`;

/** A time, as whole seconds since 1970 or in ISO 8601, as it was written. */
export const queryTime = z
  .string({ error: 'must be given once' })
  .meta({
    description: QUERY_TIME,
    examples: ['1896076800', ...TIME_EXAMPLES],
    maxLength: BOUNDS.timeText.max,
  })
  .transform((text, context): WrittenTime => {
    const written = text.length > BOUNDS.timeText.max ? null : readQueryTime(text);
    if (written === null) context.addIssue(`must be a Unix time or ${TIME_SHAPES}`);
    return written ?? { milliseconds: 0, hasOffset: true };
  })
  .optional();

function readQueryTime(text: string): WrittenTime | null {
  if (/^\d{1,11}$/.test(text)) return { milliseconds: Number(text) * 1000, hasOffset: true };
  return readTime(withPlusSign(text));
}

/** Restores a plus sign that was not encoded and so arrives as a space after the time. */
function withPlusSign(text: string): string {
  const space = text.lastIndexOf(' ');
  const isSign = space > 'YYYY-MM-DD'.length && /^\d\d(?::?\d\d)?$/.test(text.slice(space + 1));
  return isSign ? `${text.slice(0, space)}+${text.slice(space + 1)}` : text;
}

/** True or false, in any of the forms in which bodies have them. */
export const queryFlag = flag.default(false);

/** The values of a query; null for each parameter that is absent. */
export type Query<Table extends z.ZodObject> = {
  readonly [Name in keyof Table['shape']]:
    | Exclude<z.output<Table['shape'][Name]>, undefined>
    | (undefined extends z.output<Table['shape'][Name]> ? null : never);
};

/** Reads the query string by a table of schemas, one for each parameter; a blank value counts as absent. @throws InvalidRequest */
export function readQuery<Table extends z.ZodObject>(query: unknown, table: Table): Query<Table> {
  const sent = query as Readonly<Record<string, string | string[] | undefined>>;
  const read = Object.entries(table.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const single = withoutBlanks(sent[name]);
    const repeated = withoutBlanks(sent[`${name}[]`]);
    const parsed = schema.safeParse(repeated === undefined ? single : [single ?? [], repeated].flat());
    if (!parsed.success) throw new InvalidRequest(`${name} ${parsed.error.issues[0]?.message ?? 'is wrong'}`);
    return [name, parsed.data ?? null] as const;
  });
  return Object.fromEntries(read) as Query<Table>;
}

/** Returns the texts sent for a parameter that are not blank; undefined when there are none. */
function withoutBlanks(sent: string | string[] | undefined): string | string[] | undefined {
  if (typeof sent === 'string') return sent.trim() === '' ? undefined : sent;
  const present = sent?.filter((text) => text.trim() !== '');
  return present?.length === 0 ? undefined : present;
}
