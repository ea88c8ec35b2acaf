import { z } from 'zod/v4';
import type { Operation } from '../openapi/operation.ts';
import { describePaging } from './paging.ts';
import { isHash } from './values.ts';

/** Takes the name of an attribute that a call does not know, with those that it is within: `mailing_list.nam`. */
type Found = (name: string) => void;

/** Finds the query parameters that the operation does not have; also its name with `[]` is that of one. */
export function findUnknownParameters(query: unknown, operation: Operation, found: Found): void {
  const names = parametersOf(operation);
  for (const name of Object.keys(query ?? {}))
    if (!names.has(name) && !names.has(name.replace(/\[\]$/, ''))) found(name);
}

const parameters = new WeakMap<Operation, ReadonlySet<string>>();

/** The names of the query parameters of an operation, made once: zod keeps each described schema for ever. */
function parametersOf(operation: Operation): ReadonlySet<string> {
  const before = parameters.get(operation);
  if (before !== undefined) return before;
  const { query, paging } = operation;
  const names = new Set(Object.keys({ ...query?.shape, ...(paging && describePaging(paging).shape) }));
  parameters.set(operation, names);
  return names;
}

/**
 * Finds the attributes of a body that the operation does not have, by the schema that the OpenAPI document shows. Of a body that is
 * sent without its wrapper, the attributes of the wrapper are known.
 */
export function findUnknownAttributes(body: unknown, { body: schema, bodyType }: Operation, found: Found): void {
  if (bodyType !== undefined || !isHash(body)) return;
  if (schema === undefined) {
    for (const name of Object.keys(body)) found(name);
    return;
  }
  const tables = tablesOf(schema);
  const wrappers = (tables ?? []).flatMap((table) =>
    Object.entries(table.shape as Shape).filter(([name]) => !Object.hasOwn(body, name)),
  );
  const bare = wrappers.flatMap(([, wrapped]) => tablesOf(wrapped) ?? []);
  check(body, tables === null ? null : [...tables, ...bare], '', found);
}

type Shape = Readonly<Record<string, z.ZodType>>;

/** Checks a value that may be what one of the schemas says. */
function visit(value: unknown, schemas: readonly z.ZodType[], place: string, found: Found): void {
  if (Array.isArray(value)) {
    const elements = schemas.flatMap(alternatives).filter((each) => each instanceof z.ZodArray);
    const inner = elements.map((each) => each.element as z.ZodType);
    if (inner.length > 0) value.forEach((element, at) => visit(element, inner, `${place}${at}.`, found));
  } else if (isHash(value)) {
    const tables = schemas.map(tablesOf);
    check(value, tables.includes(null) ? null : tables.flatMap((each) => each ?? []), place, found);
  }
}

/** Checks the keys of a hash by the tables that it may be written by; null, or none: its keys are data. */
function check(
  value: Readonly<Record<string, unknown>>,
  tables: readonly z.ZodObject[] | null,
  place: string,
  found: Found,
) {
  if (tables === null || tables.length === 0) return;
  for (const [name, inner] of Object.entries(value)) {
    const schemas = tables.flatMap((table) => (Object.hasOwn(table.shape, name) ? [(table.shape as Shape)[name]] : []));
    if (schemas.length === 0) found(`${place}${name}`);
    else
      visit(
        inner,
        schemas.filter((schema) => schema !== undefined),
        `${place}${name}.`,
        found,
      );
  }
}

/** The tables of attributes that a schema takes; null where it takes hashes with other keys, too. */
function tablesOf(schema: z.ZodType): readonly z.ZodObject[] | null {
  const all = alternatives(schema);
  const isOpen = all.some((each) => each instanceof z.ZodRecord || each instanceof z.ZodCustom || isLoose(each));
  return isOpen ? null : all.filter((each) => each instanceof z.ZodObject);
}

function isLoose(schema: z.ZodType): boolean {
  return (
    schema instanceof z.ZodObject && schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodNever)
  );
}

const known = new WeakMap<z.ZodType, readonly z.ZodType[]>();

/** The schemas that a value may be written by, without what is around them. */
function alternatives(schema: z.ZodType): readonly z.ZodType[] {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const all = opened(schema);
  known.set(schema, all);
  return all;
}

function opened(schema: z.ZodType): readonly z.ZodType[] {
  if (schema instanceof z.ZodUnion) return (schema.options as z.ZodType[]).flatMap(alternatives);
  if (schema instanceof z.ZodPipe) {
    const { in: before, out: behind } = schema.def as unknown as { in: z.ZodType; out: z.ZodType };
    return alternatives(before instanceof z.ZodTransform ? behind : before);
  }
  if (!(schema instanceof z.ZodArray) && 'unwrap' in schema)
    return alternatives((schema as unknown as { unwrap: () => z.ZodType }).unwrap());
  return [schema];
}
