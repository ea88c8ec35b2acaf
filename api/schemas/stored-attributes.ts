import type { z } from 'zod';
import type { Attributes } from './attributes.ts';

/** The part of Attributes that looks values up. */
export type AttributeReader = Pick<Attributes, 'read' | 'find' | 'refuse'>;

/** Attributes in which what is not sent has the value that is stored under the same name. */
export function overStored(attributes: Attributes, stored: Readonly<Record<string, unknown>>): AttributeReader {
  const find = <Schema extends z.ZodTypeAny>(name: string, schema: Schema): z.output<Schema> | null => {
    if (attributes.has(name)) return attributes.find(name, schema);
    const parsed = schema.safeParse(stored[name]) as z.SafeParseReturnType<unknown, z.output<Schema>>;
    return parsed.success ? parsed.data : null;
  };
  return {
    find,
    read: (name, schema, otherwise) => find(name, schema) ?? otherwise,
    refuse: (name, message) => attributes.refuse(name, message),
  };
}
