import { setImmediate as othersGo } from 'node:timers/promises';
import type { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { CLIENT_JOB_KINDS } from '../../engine/job-kinds/index.ts';
import { permissionsOf } from '../http/access.ts';
import { describePaging } from '../http/paging.ts';
import { answersOf, failuresByName } from './answers.ts';
import { collectJsonSchemas } from './json-schemas.ts';
import type { JsonSchemas } from './json-schemas.ts';
import type { DescribedRoute } from './operation.ts';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';

/**
 * The OpenAPI document of the routes, which are reached at the server's path. Describing all of them takes a third of a second,
 * so other calls are answered between two of them.
 */
export async function buildDocument(
  routes: readonly DescribedRoute[],
  server: string,
): Promise<Record<string, unknown>> {
  const schemas = collectJsonSchemas();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, schemas) };
    await othersGo();
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Sluice', version: '2', summary: SUMMARY, description: DESCRIPTION },
    servers: [{ url: server }],
    security: [{ api_key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { api_key: { type: 'http', scheme: 'basic', description: KEY } },
      responses: failuresByName(),
      schemas: schemas.collected,
    },
  };
}

const SUMMARY = 'Mailing lists, their subscribers, and the long-running jobs about them.';
const DESCRIPTION = [
  'Every answer in JSON has the keys success, data, error_code and error_message.',
  'Most failures have the status 200, so check success.',
  'Booleans may also be sent as 1, 0, "1", "0", "true" and "false".',
  'An attribute that is null counts as not sent, unless its description says otherwise.',
  'Times are in ISO 8601; answers have the time zone of the organization of the API key.',
  'Times that are sent without an offset are in the time zone of the organization that owns the list or is named in the path.',
].join(' ');
const KEY = [
  'The header is `Authorization: Basic` and the API key as it is: the key is already the Base64 text of',
  'a user name (the id of the organization), a colon and a password.',
].join(' ');

/** The groups of operations: kinds of records, and kinds of jobs. */
const TAGS: Readonly<Record<string, string>> = {
  'Mailing lists': 'Lists of subscribers with their delivery settings, and their deletion in two steps.',
  Subscribers: 'Subscribers of a list, active or not.',
  ...Object.fromEntries(
    CLIENT_JOB_KINDS.flatMap(({ tag }) => (tag === undefined ? [] : [[tag.name, tag.description]])),
  ),
  'Custom fields': 'Fields that a list stores for its subscribers in addition to the address.',
  Segments: 'Saved conditions that select subscribers of a list.',
  Templates: 'Campaign templates.',
  'Seed lists': 'Addresses that get a copy of the mails of campaigns.',
  'Subscriber counts': 'Numbers of subscribers by status.',
  'Background jobs': 'Campaigns, imports and exports, finished and unfinished.',
  'API keys': 'Credentials of programs that call the API.',
  Users: 'Users who can sign in, and their permissions.',
  Extensions: 'Additions of this service to the specification; docs/extensions.md has an example of each.',
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Calls with the same key and body within 24 hours create one record and get the same answer. The same key with another body is refused with 422.',
  schema: { type: 'string', minLength: 1, maxLength: BOUNDS.idempotencyKey.max },
};

function describe(route: DescribedRoute, schemas: JsonSchemas): Record<string, unknown> {
  const { operationId, path, tag, summary, description, body, example, takesIdempotencyKey } = route;
  const words = [description, accessTo(route)];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(route.isPublic === true && { security: [] }),
    description: [summary, ...words.filter((part) => part !== undefined)].join(' '),
    parameters: [
      ...pathParametersOf(path),
      ...queryParametersOf(route, schemas),
      ...(takesIdempotencyKey === true ? [IDEMPOTENCY_KEY] : []),
      ...headersOf(route),
    ],
    ...(body !== undefined && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: {
          'application/json': { schema: schemas.ofInput(body), ...(example !== undefined && { example }) },
        },
      },
    }),
    ...(route.bodyType !== undefined && {
      requestBody: {
        required: true,
        content: { [route.bodyType]: { schema: { type: 'string', maxLength: BOUNDS.uploadBytes.max } } },
      },
    }),
    responses: answersOf(route, schemas),
  };
}

/** Sentence about the callers that are let in; undefined: all. */
function accessTo({ role, permission }: DescribedRoute): string | undefined {
  if (role === 'system_admin') return 'For system administrators only.';
  if (permission === undefined) return 'For administrators only.';
  const wanted = permissionsOf(permission);
  return wanted.length === 0 ? undefined : `Standard users need the permission ${wanted.join(' or ')}.`;
}

function headersOf({ headers = {} }: DescribedRoute): Record<string, unknown>[] {
  return Object.entries(headers).map(([name, { description, example }]) => {
    const schema = { type: 'string', maxLength: BOUNDS.requestHeaders.max };
    return { name, in: 'header', required: true, description, schema, example };
  });
}

function queryParametersOf({ query, paging }: DescribedRoute, schemas: JsonSchemas): Record<string, unknown>[] {
  const shape = { ...query?.shape, ...(paging && describePaging(paging).shape) } as Record<string, z.ZodType>;
  return Object.entries(shape).map(([name, value]) => {
    const { description, ...schema } = schemas.ofInput(value);
    return { name, in: 'query', schema, ...(description !== undefined && { description }), ...separatorOf(schema) };
  });
}

/** Several values are separated by commas. */
function separatorOf({ type }: { readonly type?: unknown }) {
  return type === 'array' ? { style: 'form', explode: false } : {};
}

const ID = { type: 'integer', minimum: 0, maximum: 999_999_999_999_999 };

const TEXT = { type: 'string', maxLength: BOUNDS.pathText.max };

/** Schemas and descriptions of the parameters of paths, by name. */
const PARAMETERS: Readonly<Record<string, { schema: object; description: string }>> = {
  id: { schema: ID, description: 'The id of the record.' },
  field: { schema: ID, description: 'The id of the custom field.' },
  name: { schema: TEXT, description: 'The id or the email address of a subscriber.' },
  email: { schema: TEXT, description: 'An email address.' },
  attempt_id: { schema: ID, description: 'The id of the attempt.' },
  code: { schema: TEXT, description: 'The confirmation code.' },
  job_kind: {
    schema: { type: 'string', enum: CLIENT_JOB_KINDS.map(({ name }) => name) },
    description: 'The kind of the job.',
  },
  row: {
    schema: { type: 'string', pattern: '^\\d{1,15}(-\\d{1,9})?$', maxLength: 25 },
    description: 'The id of the failed row.',
  },
  kind: { schema: { type: 'string', enum: COUNTERS }, description: 'The kind of log.' },
};

/** The parameters that a path in the framework's notation has. */
function pathParametersOf(path: string): Record<string, unknown>[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const parameter = PARAMETERS[name];
    if (parameter === undefined) throw new Error(`The place ${name} of the path ${path} is not described.`);
    return { name, in: 'path', required: true, ...parameter };
  });
}
