import { z } from 'zod/v4';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Writes schemas as JSON Schema; those that have an id are collected, and referred to. */
export interface JsonSchemas {
  /** Writes the schema of values that are sent. */
  ofInput(schema: z.ZodType): JsonSchema;
  /** Writes the schema of values that are answered. */
  ofOutput(schema: z.ZodType): JsonSchema;
  /** The schemas referred to, by id. */
  readonly collected: Readonly<Record<string, JsonSchema>>;
}

/** Begins a collection. */
export function collectJsonSchemas(): JsonSchemas {
  const collected: Record<string, JsonSchema> = {};
  const write = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    // Wrapped, because a schema that has an id is written out where it is the root.
    const written = z.toJSONSchema(z.object({ schema }), { io, unrepresentable: 'any' });
    const { properties, $defs = {} } = withReferences(written) as typeof written;
    for (const [id, definition] of Object.entries($defs)) collected[id] = withoutId(definition);
    return properties?.schema as JsonSchema;
  };
  return { ofInput: (schema) => write(schema, 'input'), ofOutput: (schema) => write(schema, 'output'), collected };
}

/** The place of a schema among the components of a document. */
const PLACE = '#/components/schemas/';

function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== 'object' || value === null) return value;
  if ('type' in value && Array.isArray(value.type)) {
    return { anyOf: value.type.map((type) => withReferences(ofOneType(value, String(type)))) };
  }
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) =>
    key === '$ref' ? [key, String(inner).replace('#/$defs/', PLACE)] : [key, withReferences(inner)],
  );
  return Object.fromEntries(entries) as unknown;
}

/** One of the types of a schema with its own keywords: generators of clients do not read lists of types. */
function ofOneType(schema: object, type: string): JsonSchema {
  const isForeign = (key: string) => Object.entries(KEYWORDS).some(([of, keys]) => of !== type && keys.includes(key));
  const own = Object.entries(schema).filter(([key]) => !isForeign(key));
  return { ...Object.fromEntries(own), type };
}

/** Keywords that say something of one type alone. */
const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'maxProperties'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
};

function withoutId(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'id'));
}
