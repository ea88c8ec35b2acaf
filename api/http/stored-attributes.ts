import type { z } from 'zod/v4';
import type { Attributes, NameIn, ValueIn } from './attributes.ts';

/** The part of Attributes that reads values. */
export type AttributeReader<Table extends z.ZodObject> = Pick<Attributes<Table>, 'read' | 'find' | 'refuse'>;

/** Creates a reader of attributes for an update: an attribute that was not sent has the stored value of the same name. */
export function overStored<Table extends z.ZodObject>(
  attributes: Attributes,
  table: Table,
  stored: Readonly<Record<string, unknown>>,
): AttributeReader<Table> {
  const sent = attributes.as(table);
  const find = <Name extends NameIn<Table>>(name: Name): ValueIn<Table, Name> | null => {
    if (sent.has(name)) return sent.find(name);
    const parsed = table.partial().safeParse({ [name]: stored[name] });
    return (parsed.data?.[name] ?? null) as ValueIn<Table, Name> | null;
  };
  return {
    find,
    read: (name, otherwise) => find(name) ?? otherwise,
    refuse: (name, message) => sent.refuse(name, message),
  };
}
