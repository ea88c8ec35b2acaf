import { beforeAll, describe, expect, it } from 'vitest';
import { build } from '../support/build.ts';
import { documentOf } from '../support/check-answers.ts';
import type { ApiDocument, Described } from '../support/check-answers.ts';

type Schema = Record<string, any>;

let document: ApiDocument;
beforeAll(async () => {
  document = await documentOf((await build()).app);
});

/** Answers are as large as what is stored, so only what is sent needs a maximum. */
describe('what a caller sends', () => {
  it('has a maximum in every string, array and object of every body', () => {
    const unbounded = operations().flatMap(([name, { requestBody }]) =>
      Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => findUnbounded(schema, `${name} body`)),
    );
    expect([...new Set(unbounded)]).toEqual([]);
  });

  it('has a maximum in every path and query parameter', () => {
    const unbounded = operations().flatMap(([name, { parameters }]) =>
      parameters.flatMap((parameter) => findUnbounded(parameter.schema, `${name} ${parameter.in} ${parameter.name}`)),
    );
    expect([...new Set(unbounded)]).toEqual([]);
  });

  it.each<[string, Schema]>([
    ['a string', { type: 'string', format: 'email' }],
    ['an array', { type: 'array', items: { enum: ['a'] } }],
    ['an array of strings', { type: 'array', maxItems: 3, items: { type: 'string' } }],
    ['an object with free keys', { type: 'object' }],
    ['an object whose free keys have values', { type: 'object', additionalProperties: { type: 'boolean' } }],
    ['a string within', { type: 'object', properties: { name: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }],
    ['one of several types', { type: ['string', 'null'] }],
    ['anything', {}],
  ])('is found where %s has none', (_, schema) => {
    expect(findUnbounded(schema, 'body')).not.toEqual([]);
  });
});

function operations(): [string, Described][] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Described] => [`${method} ${path}`, operation]),
  );
}

/** The places below a schema that take a value of any size. */
function findUnbounded(schema: Schema, place: string, seen = new Set<string>()): string[] {
  if (schema.$ref !== undefined) {
    const name = String(schema.$ref).split('/').at(-1)!;
    if (seen.has(name)) return [];
    return findUnbounded(document.components.schemas[name], name, new Set([...seen, name]));
  }
  if (schema.const !== undefined || schema.enum !== undefined) return [];
  const options = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[];
  if (schema.type === undefined && options.length > 0) {
    return options.flatMap((option, at) => findUnbounded(option, `${place}|${at}`, seen));
  }
  if (schema.type === undefined) return [`${place} may be anything`];
  return [schema.type].flat().flatMap((type: string) => findInType(type, schema, place, seen));
}

function findInType(type: string, schema: Schema, place: string, seen: Set<string>): string[] {
  switch (type) {
    case 'string':
      return schema.maxLength === undefined ? [`${place} has no maxLength`] : [];
    case 'array':
      return [
        ...(schema.maxItems === undefined ? [`${place} has no maxItems`] : []),
        ...findUnbounded(schema.items ?? {}, `${place}[]`, seen),
      ];
    case 'object': {
      const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
      const hasFreeKeys = schema.properties === undefined || typeof schema.additionalProperties === 'object';
      return [
        ...(hasFreeKeys && schema.maxProperties === undefined ? [`${place} has no maxProperties`] : []),
        ...(typeof schema.additionalProperties === 'object'
          ? findUnbounded(schema.additionalProperties, `${place}{}`, seen)
          : []),
        ...properties.flatMap(([name, inner]) => findUnbounded(inner, `${place}.${name}`, seen)),
      ];
    }
    default:
      return [];
  }
}
