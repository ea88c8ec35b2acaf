import { z } from 'zod/v4';
import { createMessages } from '../../engine/domain/messages.ts';
import type { Messages } from '../../engine/domain/messages.ts';
import { InvalidRequest, ValidationFailed } from '../../engine/platform/errors.ts';
import { hash, isHash, objectOf } from './values.ts';

/**
 * The attributes of a create or update body, read one after the other; what is wrong is collected in that order. Their
 * table says what each may hold; null is taken for absent.
 */
export interface Attributes<Table extends z.ZodObject = z.ZodObject> {
  /** Whether the attribute was sent, be it as null. */
  has(name: NameIn<Table>): boolean;
  /** The attribute as it was sent, unread. */
  raw(name: NameIn<Table>): unknown;
  /** The names that were sent. */
  names(): readonly string[];
  /** The attribute; `otherwise` when it is absent or wrong. */
  read<Name extends NameIn<Table>>(name: Name, otherwise: ValueIn<Table, Name>): ValueIn<Table, Name>;
  /** The same without a default: null when it is absent or wrong. */
  find<Name extends NameIn<Table>>(name: Name): ValueIn<Table, Name> | null;
  /** The same for one that the table requires: absent is refused as blank. */
  demand<Name extends RequiredIn<Table>>(name: Name): ValueIn<Table, Name> | null;
  /** The attributes of a hash within, empty when it is absent or wrong; their messages carry both names. */
  within<Name extends NameIn<Table>>(name: Name): Attributes<TableWithin<Table, Name>>;
  /** The same attributes by another table, whose names stand behind a prefix here. */
  as<Part extends z.ZodObject>(part: Part, prefix?: string): Attributes<Part>;
  /** The name under which an attribute stands in the body. */
  called(name: NameIn<Table>): string;
  /** Adds a message, said of an attribute. */
  refuse(name: string, message: string): void;
  /** Adds a whole sentence. */
  refuseAs: (message: string) => void;
  /** @throws ValidationFailed with the first messages so far and the number of the others. */
  check(): void;
}

/** The body of an operation: its schema, and its reader. */
export interface Body<Read = unknown> {
  readonly schema: z.ZodType;
  /** @throws InvalidRequest when the body has another form */
  readonly read: (body: unknown) => Read;
}

/** A body with its attributes behind a wrapper key. `olderWrapper` is a key that some clients still send in its place. */
export function wrapped<Table extends z.ZodObject>(
  wrapper: string,
  table: Table,
  olderWrapper?: string,
): Body<Attributes<Table>> {
  const isOlder = (body: unknown) => olderWrapper !== undefined && isHash(body) && Object.hasOwn(body, olderWrapper);
  return {
    schema: objectOf({ [wrapper]: table }),
    read: (body) => attributesOf(body, isOlder(body) ? (olderWrapper ?? wrapper) : wrapper, table),
  };
}

/** Body of an update, which may leave out any attribute. */
export function wrappedChanges<Table extends z.ZodObject>(wrapper: string, table: Table): Body<Attributes<Table>> {
  return { ...wrapped(wrapper, table), schema: objectOf({ [wrapper]: table.partial() }) };
}

/** A body that is its attributes, or absent. */
export function bare<Table extends z.ZodObject>(table: Table): Body<Attributes<Table>> {
  return { schema: table.optional(), read: (body) => attributesOfBody(body ?? {}, table) };
}

/** The names of a table's attributes. */
export type NameIn<Table extends z.ZodObject> = keyof Table['shape'] & string;
/** Value of an attribute when it is there. */
export type ValueIn<Table extends z.ZodObject, Name extends NameIn<Table>> = NonNullable<
  z.output<Table['shape'][Name]>
>;
type RequiredIn<Table extends z.ZodObject> = {
  [Name in NameIn<Table>]: undefined extends z.input<Table['shape'][Name]> ? never : Name;
}[NameIn<Table>];
type TableWithin<Table extends z.ZodObject, Name extends NameIn<Table>> =
  Bare<Table['shape'][Name]> extends infer Inner extends z.ZodObject ? Inner : z.ZodObject;
type Bare<Schema> = Schema extends z.ZodOptional<infer Inner> | z.ZodNullable<infer Inner> ? Bare<Inner> : Schema;

/** The attributes that stand in the body itself. @throws InvalidRequest when the body is no object. */
export function attributesOfBody<Table extends z.ZodObject>(body: unknown, table: Table): Attributes<Table> {
  if (!isHash(body)) throw new InvalidRequest('the body must be a JSON object');
  return open(table, { source: body, place: '', prefix: '', problems: createMessages() });
}

/**
 * Opens the body's wrapper key, or the body itself where a client sends it without its wrapper: the key is absent, and at
 * least one other key is an attribute.
 * @throws InvalidRequest when the body is neither.
 */
export function attributesOf<Table extends z.ZodObject>(
  body: unknown,
  wrapper: string,
  table: Table,
): Attributes<Table> {
  const isBare =
    isHash(body) && !Object.hasOwn(body, wrapper) && Object.keys(table.shape).some((name) => Object.hasOwn(body, name));
  const inner = isBare ? body : isHash(body) && Object.hasOwn(body, wrapper) ? body[wrapper] : undefined;
  if (!isHash(inner)) throw new InvalidRequest(`the body must be a JSON object with the key ${wrapper}`);
  return open(table, { source: inner, place: '', prefix: '', problems: createMessages() });
}

/** Attributes as they were sent, where they stand in the body, and what is wrong so far with all of it. */
interface Sent {
  readonly source: Readonly<Record<string, unknown>>;
  readonly place: string;
  readonly prefix: string;
  readonly problems: Messages;
}

function open<Table extends z.ZodObject>(table: Table, sent: Sent): Attributes<Table> {
  const { source, place, prefix, problems } = sent;
  const valueOf = (name: string) => (Object.hasOwn(source, prefix + name) ? source[prefix + name] : undefined);
  const isGiven = (name: string) => (valueOf(name) ?? null) !== null;
  const refuse = (name: string, message: string) => problems.add(`${place}${prefix}${name} ${message}`);

  const parse = <Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> | null => {
    if (!isGiven(name)) return null;
    const parsed = schema.safeParse(valueOf(name));
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) refuse([name, ...path].join('.'), message);
    return null;
  };
  const find = <Name extends NameIn<Table>>(name: Name) =>
    parse(name, schemaIn(table, name)) as ValueIn<Table, Name> | null;

  return {
    has: (name) => valueOf(name) !== undefined,
    raw: valueOf,
    names: () => Object.keys(source),
    find,
    read: (name, otherwise) => find(name) ?? otherwise,
    demand: (name) => {
      if (!isGiven(name)) refuse(name, 'cannot be blank');
      return find(name);
    },
    within: (name) => {
      const inner = { source: parse(name, hash) ?? {}, place: `${place}${prefix}${name}.`, prefix: '', problems };
      return open(tableWithin(table, name), inner);
    },
    as: (part, partPrefix = '') => open(part, { ...sent, prefix: prefix + partPrefix }),
    called: (name) => prefix + name,
    refuse,
    refuseAs: (message) => problems.add(message),
    check: () => {
      if (problems.count > 0) throw new ValidationFailed(problems.text());
    },
  };
}

function schemaIn(table: z.ZodObject, name: string): z.ZodType {
  const schema = table.shape[name] as z.ZodType | undefined;
  if (schema === undefined) throw new Error(`No table of attributes has the name ${name}.`);
  return schema;
}

function tableWithin<Table extends z.ZodObject, Name extends NameIn<Table>>(table: Table, name: Name) {
  let schema: unknown = schemaIn(table, name);
  while (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) schema = schema.unwrap();
  return (schema instanceof z.ZodObject ? schema : z.object({})) as TableWithin<Table, Name>;
}
