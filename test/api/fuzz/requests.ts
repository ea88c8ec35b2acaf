import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import type { ApiDocument, Described } from '../support/check-answers.ts';
import { fromSchema } from './from-schema.ts';
import { oddText, oddValue } from './values.ts';

/** A request of the fuzzer; `caller` is whose key it carries. */
export interface FuzzRequest {
  caller: 'own' | 'admin' | 'nobody';
  method: string;
  path: string;
  headers: Record<string, string>;
  payload?: string;
}

/** Existing ids, also of another organization, and addresses for use in requests. */
export interface Nameable {
  ids: readonly number[];
  emails: readonly string[];
}

/** Requests for every operation of the document: valid, nearly valid, and nothing like it. */
export function requestsOf(document: ApiDocument, prefix: string, nameable: Nameable): Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // A stream has no end that a test could wait for.
      .filter(([, operation]) => operation.responses[200]?.content['text/event-stream'] === undefined)
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return fc.oneof(...operations.map((operation) => requestOf(operation, document, prefix, nameable)));
}

function requestOf(
  { method, path, operation }: { method: string; path: string; operation: Described },
  document: ApiDocument,
  prefix: string,
  nameable: Nameable,
): Arbitrary<FuzzRequest> {
  return fc
    .record({
      caller: fc.oneof(
        { weight: 20, arbitrary: fc.constant('own' as const) },
        { weight: 5, arbitrary: fc.constant('admin' as const) },
        { weight: 1, arbitrary: fc.constant('nobody' as const) },
      ),
      method: rarely(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
        fc.constant(method),
        40,
      ),
      path: pathOf(path, nameable),
      query: queryOf(operation, document),
      body: bodyOf(operation, document),
      headers: rarely(oddHeaders, fc.constant(headersOf(operation)), 20),
    })
    .map(({ path: filled, query, body, headers, ...rest }) => ({
      ...rest,
      path: `${prefix}${filled}${query}`,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: body }),
    }));
}

/** Those that the operation wants, as its examples have them. */
function headersOf({ parameters, requestBody }: Described): Record<string, string> {
  const wanted = parameters.filter((each) => each.in === 'header' && each.example !== undefined);
  const [type = 'application/json'] = Object.keys(requestBody?.content ?? {});
  return {
    ...Object.fromEntries(wanted.map(({ name, example }) => [name.toLowerCase(), String(example)])),
    ...(type !== 'application/json' && { 'content-type': type }),
  };
}

function rarely<Odd, Usual>(odd: Arbitrary<Odd>, usual: Arbitrary<Usual>, once: number): Arbitrary<Odd | Usual> {
  return fc.oneof({ weight: 1, arbitrary: odd }, { weight: once - 1, arbitrary: usual });
}

const oddHeaders: Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>>(
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/xml' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': ';;;' },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=1.0, *;q=0' },
  { 'content-length': '5' },
  { 'x-http-method-override': 'DELETE' },
  { 'if-none-match': '*' },
  { range: 'bytes=0-5' },
  { expect: '100-continue' },
);

function pathOf(path: string, { ids, emails }: Nameable): Arbitrary<string> {
  const id = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...ids).map(String) },
    { weight: 3, arbitrary: fc.nat(40).map(String) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('9223372036854775807', '999999999999999', '1e3', '-1', '0x1', '1.0', '%00'),
    },
    { weight: 1, arbitrary: oddSegment },
  );
  const name = fc.oneof(
    id,
    fc.constantFrom(...emails),
    fc.array(id, { minLength: 2, maxLength: 4 }).map((parts) => parts.join(',')),
  );
  const places = path.split(/(\{\w+\})/).map((part) => {
    if (!part.startsWith('{')) return fc.constant(part);
    return part === '{name}' || part === '{email}' ? name : id;
  });
  return fc.tuple(...places).map((parts) => parts.join(''));
}

const oddSegment = fc.oneof(
  oddText.map((text) => encode(text) || '%20'),
  fc.constantFrom('%zz', '%ff', '%2e%2e%2f', '..', '%2F', '%E0%A4%A', 'a%2Cb', ',', '%u0041', '*', 'constructor'),
);

function queryOf({ parameters }: Described, { components }: ApiDocument): Arbitrary<string> {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = asked.map(({ name, schema }) => {
    const value = rarely(oddText, fromSchema(schema, components.schemas).map(String), 5);
    const key = rarely(fc.constant(`${name}[]`), fc.constant(name), 15);
    return fc.option(fc.tuple(key, value), { freq: 1 }).map((pair) => (pair === null ? [] : [pair]));
  });
  const unknown = rarely(
    fc.tuple(oddText, oddText).map((pair) => [pair]),
    fc.constant([]),
    10,
  );
  return fc.tuple(unknown, ...pairs.map((pair) => rarely(fc.constant([]), pair, 2))).map((chosen) => {
    const written = chosen.flat().map(([key, value]) => `${encode(key)}=${encode(value)}`);
    return written.length === 0 ? '' : `?${written.join('&')}`;
  });
}

function encode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').slice(0, 300));
}

function bodyOf({ requestBody }: Described, { components }: ApiDocument): Arbitrary<string | undefined> {
  const content = requestBody?.content['application/json'];
  if (content === undefined) return rarely(oddBody, fc.constant(undefined), 10);
  const valid = fromSchema(content.schema, components.schemas);
  const like = content.example === undefined ? valid : fc.oneof(valid, fc.constant(content.example as unknown));
  const nearly = fc.tuple(like, fc.array(fc.tuple(fc.nat(), oddValue), { minLength: 1, maxLength: 3 }));
  return fc.oneof(
    { weight: 4, arbitrary: valid.map((body) => JSON.stringify(body)) },
    { weight: 2, arbitrary: like.map((body) => JSON.stringify(body)) },
    { weight: 6, arbitrary: nearly.map(([body, changes]) => JSON.stringify(changes.reduce(changed, body))) },
    { weight: 1, arbitrary: oddBody },
  );
}

const oddBody = fc.oneof(
  oddValue.map((value) => JSON.stringify(value)),
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[1,',
    '{"a":}',
    '\ufeff{}',
    '{"__proto__":{"x":1}}',
    '{"a":1e999}',
    '{"a":1,"a":2}',
    "{'a':1}",
    '\0',
  ),
  fc.constantFrom(
    '{"subscriber":{"__proto__":{}}}',
    '{"user":{"constructor":{"prototype":{}}}}',
    '"\\ud800"',
    '01',
    'nul',
  ),
);

/** The body with the value at one of its places replaced, or a key added or taken away. */
function changed(body: unknown, [choice, value]: [number, unknown]): unknown {
  const copy = structuredClone(body);
  const places = placesIn(copy);
  const place = places[choice % Math.max(1, places.length)];
  if (place === undefined) return value;
  const { holder, key } = place;
  if (choice % 11 === 0 && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
  else if (choice % 13 === 0) Object.assign(holder, { [`${key}2`]: value, hasOwnProperty: value });
  else Reflect.set(holder, key, value);
  return copy;
}

function placesIn(value: unknown, places: { holder: object; key: string }[] = []): { holder: object; key: string }[] {
  if (typeof value !== 'object' || value === null) return places;
  for (const key of Object.keys(value)) places.push({ holder: value, key });
  for (const child of Object.values(value)) placesIn(child, places);
  return places;
}
