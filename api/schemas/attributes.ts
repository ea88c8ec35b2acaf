import type { z } from 'zod';
import { InvalidRequest, ValidationFailed } from '../../engine/errors.ts';
import { hash } from './values.ts';

/** The attributes of a create or update body, read one after the other; what is wrong is collected in that order. */
export interface Attributes {
  /** Whether the attribute was sent, be it as null. */
  has(name: string): boolean;
  /** The attribute as it was sent, unread. */
  raw(name: string): unknown;
  /** The names that were sent. */
  names(): readonly string[];
  /** The attribute; `otherwise` when it is absent, null (unless the schema takes null) or wrong. */
  read<Schema extends z.ZodTypeAny>(name: string, schema: Schema, otherwise: z.output<Schema>): z.output<Schema>;
  /** The same without a default: null when it is absent or wrong. */
  find<Schema extends z.ZodTypeAny>(name: string, schema: Schema): z.output<Schema> | null;
  /** The same for one that must be given: absent or null is refused as blank. */
  demand<Schema extends z.ZodTypeAny>(name: string, schema: Schema): z.output<Schema> | null;
  /** The attributes of a hash within, empty when it is absent or wrong; their messages carry both names. */
  within(name: string): Attributes;
  /** Adds a message, said of an attribute. */
  refuse(name: string, message: string): void;
  /** Adds a whole sentence. */
  refuseAs: (message: string) => void;
  /** @throws ValidationFailed with every message so far. */
  check(): void;
}

/** The attributes that stand in the body itself. @throws InvalidRequest when the body is no object. */
export function attributesOfBody(body: unknown): Attributes {
  const outer = hash.safeParse(body);
  if (!outer.success) throw new InvalidRequest('the body must be a JSON object');
  return open(outer.data, '', []);
}

/** Opens the body's wrapper key. @throws InvalidRequest when the body is no object with that key. */
export function attributesOf(body: unknown, wrapper: string): Attributes {
  const outer = hash.safeParse(body);
  const inner = hash.safeParse(outer.success ? outer.data[wrapper] : undefined);
  if (!inner.success) throw new InvalidRequest(`the body must be a JSON object with the key ${wrapper}`);
  return open(inner.data, '', []);
}

function open(source: Readonly<Record<string, unknown>>, prefix: string, problems: string[]): Attributes {
  const valueOf = (name: string) => (Object.hasOwn(source, name) ? source[name] : undefined);

  const find = <Schema extends z.ZodTypeAny>(name: string, schema: Schema): z.output<Schema> | null => {
    const value = valueOf(name);
    if (value === undefined || (value === null && !schema.isNullable())) return null;
    const parsed = schema.safeParse(value) as z.SafeParseReturnType<unknown, z.output<Schema>>;
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues)
      problems.push(`${prefix}${[name, ...path].join('.')} ${message}`);
    return null;
  };

  const refuse = (name: string, message: string) => void problems.push(`${prefix}${name} ${message}`);

  return {
    has: (name) => valueOf(name) !== undefined,
    raw: valueOf,
    names: () => Object.keys(source),
    find,
    read: (name, schema, otherwise) => find(name, schema) ?? otherwise,
    within: (name) => open(find(name, hash) ?? {}, `${prefix}${name}.`, problems),
    demand: (name, schema) => {
      if ((valueOf(name) ?? null) === null) refuse(name, 'cannot be blank');
      return find(name, schema);
    },
    refuse,
    refuseAs: (message) => void problems.push(message),
    check: () => {
      if (problems.length > 0) throw new ValidationFailed(problems);
    },
  };
}
