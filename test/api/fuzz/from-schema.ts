import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { oddNumber, oddText, oddValue } from './values.ts';

type Schema = Record<string, any>;

/** Values that a JSON schema of the document takes, as far as it tells. */
export function fromSchema(schema: Schema, components: Record<string, Schema>, depth = 0): Arbitrary<unknown> {
  const inner = (part: Schema) => fromSchema(part, components, depth + 1);
  if (schema.$ref !== undefined) return inner(components[String(schema.$ref).split('/').at(-1)!]!);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type: string) => inner({ ...schema, type })));
  if (schema.anyOf !== undefined && schema.type === undefined) {
    // What holds clauses of its own is left out at some depth, so that there is an end.
    const options =
      depth < 8 ? schema.anyOf : schema.anyOf.filter((option: Schema) => !('clauses' in (option.properties ?? {})));
    return fc.oneof(...options.map(inner));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, inner);
    case 'array':
      return fc.array(inner(schema.items ?? {}), { maxLength: Math.min(schema.maxItems ?? 3, 3) });
    case 'string':
      return texts(schema);
    case 'integer':
      return fc.oneof(
        {
          weight: 4,
          arbitrary: fc.integer({
            min: schema.minimum ?? 0,
            max: Math.min(schema.maximum ?? 30, 30 + (schema.minimum ?? 0)),
          }),
        },
        { weight: 1, arbitrary: fc.maxSafeInteger().map((number) => Math.max(schema.minimum ?? 0, number)) },
      );
    case 'number':
      return oddNumber;
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return oddValue;
  }
}

function objects(
  { properties = {}, required = [], propertyNames, additionalProperties }: Schema,
  inner: (part: Schema) => Arbitrary<unknown>,
) {
  if (propertyNames !== undefined)
    return fc.dictionary(fc.constantFrom('city', 'name', 'Größe'), inner(additionalProperties));
  const shape = Object.fromEntries(
    Object.entries(properties as Record<string, Schema>).map(([name, part]) => [name, inner(part)]),
  );
  // Most attributes are left out most of the time: with all of them sent, one or other is nearly always refused.
  const optional = Object.keys(shape).filter((name) => !required.includes(name));
  return fc.subarray(optional, { maxLength: Math.min(4, optional.length) }).chain((chosen) => {
    const names = [...required, ...chosen] as string[];
    return fc.record(Object.fromEntries(names.map((name) => [name, shape[name]!])));
  });
}

function texts({ format, pattern, examples, maxLength = 60, minLength = 0 }: Schema): Arbitrary<string> {
  if (examples !== undefined) return fc.oneof(fc.constantFrom(...(examples as string[])), oddText);
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  switch (format) {
    case 'email':
      return fc.nat(99_999).map((number) => `reader${number}@example.com`);
    case 'date-time':
      return fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true }).map((time) => time.toISOString());
    case 'date':
      return fc
        .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
        .map((time) => time.toISOString().slice(0, 10));
    case 'uri':
      return fc.constantFrom('https://files.example.com/a.csv', 'http://127.0.0.1/a.csv');
    default:
      return fc.oneof(
        { weight: 4, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, 40) }) },
        { weight: 1, arbitrary: oddText },
      );
  }
}
