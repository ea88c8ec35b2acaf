import { describe, expect, it } from 'vitest';
import { describeApi } from '../../support/client.ts';

/** Rules that generators of clients need (oapi-codegen, orval, hey-api). */
describe('the OpenAPI document, for generators of clients', async () => {
  const schemas = [...schemasOf(await describeApi(), '')];
  const enums = schemas.flatMap(({ at, schema }) =>
    Array.isArray(schema['enum']) ? [{ at, words: schema['enum'] as unknown[], type: schema['type'] }] : [],
  );
  const faults = <Found extends { at: string }>(found: readonly Found[], isFault: (each: Found) => boolean) =>
    found.filter(isFault).map(({ at }) => at);

  it('has enums', () => {
    expect(enums.length).toBeGreaterThan(100);
  });

  it('has one type for each schema', () => {
    expect(faults(schemas, ({ schema }) => Array.isArray(schema['type']))).toEqual([]);
    expect(faults(schemas, ({ schema }) => 'nullable' in schema)).toEqual([]);
  });

  it('has enums of one type that they name', () => {
    expect(faults(enums, ({ words, type }) => words.some((word) => typeof word !== type))).toEqual([]);
  });

  it('has constants of the type that they name', () => {
    const constants = schemas.filter(({ schema }) => 'const' in schema);
    expect(constants.length).toBeGreaterThan(100);
    expect(faults(constants, ({ schema }) => typeof schema['const'] !== schema['type'])).toEqual([]);
  });

  it('has no value of an enum twice, whatever its case', () => {
    const isTwice = (words: readonly unknown[]) =>
      new Set(words.map((word) => String(word).toLowerCase())).size < words.length;
    expect(faults(enums, ({ words }) => isTwice(words))).toEqual([]);
  });

  it('has values of enums without control characters', () => {
    expect(faults(enums, ({ words }) => words.some((word) => !/^[ -~]+$/.test(String(word))))).toEqual([]);
  });
});

interface Place {
  readonly at: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Every object of the document, apart from the examples. */
function* schemasOf(value: unknown, at: string): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield { at, schema: value as Place['schema'] };
  const isExample = (key: string, inner: unknown) => key === 'example' || (key === 'examples' && Array.isArray(inner));
  for (const [key, inner] of Object.entries(value)) if (!isExample(key, inner)) yield* schemasOf(inner, `${at}/${key}`);
}
