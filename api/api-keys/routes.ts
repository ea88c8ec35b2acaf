import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { changeApiKey, createApiKey, removeApiKey } from '../../engine/accounts/api-keys.ts';
import { countApiKeys, findApiKey, listApiKeys } from '../../engine/db/accounts/api-keys.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { createCredential, hashCredential } from '../../engine/secrets/credential.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { idOf } from '../http/parameters.ts';
import { queryChoice, queryText } from '../http/query.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { objectOf } from '../http/values.ts';
import { apiKeyReachOf, requireOrganization } from '../users/organization-lookups.ts';
import { apiKeyInput, readApiKey } from './input.ts';
import { apiKeyRecord, renderApiKey } from './record.ts';

const tag = 'API keys';

const creation = {
  method: 'POST',
  tag,
  summary: 'Adds an API key.',
  body: wrapped('api_key', apiKeyInput),
  example: { api_key: { name: 'CRM', role: 'organization_admin', active: true } },
  answer: apiKeyRecord,
} as const;

const listing = {
  method: 'GET',
  tag,
  summary: 'Lists API keys.',
  query: objectOf({
    name: queryText.describe('Exactly this name.'),
    name_contains: queryText.describe('Text that the name contains.'),
    order_by: queryChoice(['id', 'name'], 'id'),
  }),
  paging: {
    ...PAGES_OF_100,
    tokens: true,
    tokensWithText: ({ order_by: orderBy }: Readonly<Record<string, unknown>>) => orderBy !== 'id',
  },
  answer: z.array(apiKeyRecord),
} as const;

/** Clients use both spellings. */
const PATHS_OF_ONE = [
  { path: '/organizations/:id/api_keys', suffix: 'InOrganization' },
  { path: '/organization/:id/api_keys', suffix: 'InOrganizationByOtherPath' },
] as const;

export default [
  route({
    ...creation,
    path: '/api_keys',
    operationId: 'createApiKey',
    handle: (request, input) => create(request, input, request.caller.organizationId),
  }),
  ...PATHS_OF_ONE.map(({ path, suffix }) =>
    route({
      ...creation,
      path,
      operationId: `createApiKey${suffix}`,
      role: 'system_admin',
      handle: async (request, input) => create(request, input, await requireOrganization(request, request.params.id)),
    }),
  ),
  route({
    method: 'DELETE',
    path: '/api_keys/:id',
    operationId: 'deleteApiKey',
    tag,
    summary: 'Deletes an API key, with immediate effect.',
    answer: null,
    handle: async ({ server: app, caller, db, params }) => {
      const key = { id: idOf(params.id, 'API key'), reach: apiKeyReachOf(caller) };
      await removeApiKey(db, key, (hash) => app.forgetCaller(hash));
      return null;
    },
  }),
  route({
    ...listing,
    path: '/api_keys',
    operationId: 'listApiKeys',
    handle: (request, input) => list(request, input, request.caller.organizationId),
  }),
  ...PATHS_OF_ONE.map(({ path, suffix }) =>
    route({
      ...listing,
      path,
      operationId: `listApiKeys${suffix}`,
      role: 'system_admin',
      handle: async (request, input) => list(request, input, await requireOrganization(request, request.params.id)),
    }),
  ),
  route({
    method: 'GET',
    path: '/api_keys/:id',
    operationId: 'getApiKey',
    tag,
    summary: 'Shows an API key.',
    answer: apiKeyRecord,
    handle: async ({ server: app, caller, db, params }) => {
      const key = await findApiKey(db, idOf(params.id, 'API key'), apiKeyReachOf(caller));
      if (key === null) throw new NotFound('API key');
      return renderApiKey(key, app.secrets);
    },
  }),
  route({
    method: 'PUT',
    path: '/api_keys/:id',
    operationId: 'updateApiKey',
    tag,
    summary: 'Updates an API key, with immediate effect. Attributes that are not sent keep their values.',
    body: wrappedChanges('api_key', apiKeyInput),
    example: { api_key: { active: false } },
    answer: apiKeyRecord,
    handle: async ({ server: app, caller, db, params }, input) => {
      const key = { id: idOf(params.id, 'API key'), reach: apiKeyReachOf(caller) };
      const updated = await changeApiKey(
        db,
        key,
        (current) => readApiKey(input.body, { current, organizationId: current.organizationId, caller }),
        (hash) => app.forgetCaller(hash),
      );
      return renderApiKey(updated, app.secrets);
    },
  }),
];

async function create(
  { server: app, caller, db }: FastifyRequest,
  { body }: InputOf<typeof creation>,
  organizationId: number,
) {
  const key = readApiKey(body, { current: null, organizationId, caller });
  const credential = createCredential(organizationId);
  const hash = hashCredential(credential);
  const encrypted = app.secrets.seal(credential, hash);
  return renderApiKey(await createApiKey(db, organizationId, key, { hash, encrypted }), app.secrets);
}

function list(
  { server: app, caller, read }: FastifyRequest,
  { query, paging }: InputOf<typeof listing>,
  organizationId: number,
) {
  const reach = { organizationId, systemAdmins: caller.role === 'system_admin' };
  const { order_by: orderBy } = query;
  const name = { is: query.name, contains: query.name_contains };
  return readPage(read, paging, {
    list: (db) => listApiKeys(db, reach, name, { ...paging, orderBy, limit: paging.perPage + 1 }),
    count: (db) => countApiKeys(db, reach, name),
    render: (key) => renderApiKey(key, app.secrets),
    placeOf: ({ id, name }) => ({ id, text: orderBy === 'name' ? name : null }),
  });
}
