import { InvalidArgumentError } from 'commander';
import { z } from 'zod';
import type { components } from '../../client/schema.ts';
import { columnRule } from '../domain/column-rules.ts';
import { joinRules } from '../domain/saved-rules.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type ColumnRule = NonNullable<NonNullable<Analysis['column_rules']>[number]>;

/** The rules that the user gives, by the names or numbers of their columns. */
export type NamedRules = ReadonlyMap<string, ColumnRule>;

const SCHEMAS: ReadonlyMap<string, z.ZodTypeAny> = new Map(
  Object.entries(columnRule.shape).map(([key, schema]) => [key, required(schema)]),
);

const KEYS = new RegExp(`:(${[...SCHEMAS.keys()].join('|')})([:=])`);

/** The help of `--rule`: what a rule looks like, and its keys. */
export const RULE_HELP = `how the cells of a column are read; can be repeated. ${[...SCHEMAS].map(([key, schema]) => shapeOf(key, schema)).join(', ')}`;

/**
 * Reads one `--rule`, in addition to those before it: `Status:values:Abgemeldet=unsubscribed` says what a word means, and
 * `Birthday:date_format=dmy` sets another key. The name of the column ends before the first key, a word before the last "=".
 */
export function addRule(text: string, previous: NamedRules): NamedRules {
  const found = KEYS.exec(text);
  const [mark = '', key = '', sign] = found ?? [];
  const column = text.slice(0, found?.index ?? 0).trim();
  const schema = SCHEMAS.get(key);
  if (schema === undefined || column === '') {
    throw new InvalidArgumentError(
      `It must be COLUMN:KEY=VALUE, for example "Birthday:date_format=dmy" or "Status:values:Left=unsubscribed". KEY is one of ${[...SCHEMAS.keys()].join(', ')}.`,
    );
  }
  const said = text.slice((found?.index ?? 0) + mark.length);
  const before = previous.get(column) ?? {};
  const isWords = schema instanceof z.ZodRecord;
  if (isWords !== (sign === ':')) throw new InvalidArgumentError(`It must be ${shapeOf(key, schema, column)}.`);
  const rule = isWords ? { [key]: wordOf(said, key, column) } : { [key]: valueOf(said.trim(), key, schema) };
  return new Map([...previous, [column, joinRules(before, rule)]]);
}

function wordOf(said: string, key: string, column: string): Record<string, string> {
  const at = said.lastIndexOf('=');
  if (at === -1) {
    throw new InvalidArgumentError(
      `It must say what the word means: "${column}:${key}:${said}=MEANING". Without a word it is about blank cells.`,
    );
  }
  return { [said.slice(0, at).trim()]: said.slice(at + 1).trim() };
}

/** Parses a text as a value that the schema of its key accepts. @throws InvalidArgumentError when it accepts none */
function valueOf(text: string, key: string, schema: z.ZodTypeAny): unknown {
  const readings = [...(text === 'tab' ? ['\t'] : []), text, ...(BOOLEANS.has(text) ? [BOOLEANS.get(text)] : [])];
  const value = readings.find((reading) => schema.safeParse(reading).success);
  if (value !== undefined) return value;
  throw new InvalidArgumentError(`${key} must be ${choicesOf(schema)}.`);
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function shapeOf(key: string, schema: z.ZodTypeAny, column = 'COLUMN'): string {
  if (schema instanceof z.ZodRecord) return `"${column}:${key}:WORD=MEANING"`;
  return `"${column}:${key}=VALUE" with ${choicesOf(schema)}`;
}

function choicesOf(schema: z.ZodTypeAny): string {
  if (schema instanceof z.ZodEnum)
    return (schema.options as string[]).map((each) => each.replace('\t', 'tab')).join(' or ');
  return schema instanceof z.ZodString ? 'a text' : 'true or false';
}

function required(schema: z.ZodTypeAny): z.ZodTypeAny {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? required(schema.unwrap() as z.ZodTypeAny)
    : schema;
}
