import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { countCustomFields, findCustomField, listCustomFields } from '../../engine/db/fields/custom-fields.ts';
import type { FieldScope } from '../../engine/db/fields/custom-fields.ts';
import { countDeletedCustomFields, listDeletedCustomFields } from '../../engine/db/fields/deleted-custom-fields.ts';
import {
  changeCustomField,
  createCustomField,
  promoteCustomField,
  removeCustomField,
} from '../../engine/lists/custom-fields.ts';
import type { FindField } from '../../engine/lists/custom-fields.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage } from '../http/paging.ts';
import { idOf } from '../http/parameters.ts';
import { queryChoice, queryText } from '../http/query.ts';
import { reachOf } from '../http/reach.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { objectOf, wholeNumber } from '../http/values.ts';
import { requireMailingList } from '../mailing-lists/lookups.ts';
import { customFieldInput, readCustomField } from './input.ts';
import { globalFieldOf, listFieldOf } from './lookups.ts';
import { customFieldRecord, deletedCustomFieldRecord, fieldDependencies, renderCustomField } from './record.ts';

const tag = 'Custom fields';

const creation = {
  method: 'POST',
  tag,
  summary: 'Adds a custom field.',
  body: wrapped('custom_field', customFieldInput),
  example: { custom_field: { name: 'City', field_type: 'text', maximum_length: 80 } },
  answer: customFieldRecord,
} as const;

const deletion = {
  method: 'DELETE',
  tag,
  summary: 'Deletes a custom field that is not in use.',
  answer: null,
  failure: fieldDependencies,
} as const;

const filters = objectOf({
  name: queryText.describe('Exactly this name.'),
  name_contains: queryText.describe('Text that the name contains.'),
  order_by: queryChoice(['id', 'name'], 'id'),
});

const listingDeleted = {
  method: 'GET',
  tag,
  summary: 'Lists deleted custom fields: global ones, and those of a mailing list if it is given.',
  query: filters,
  paging: PAGES_OF_2000,
  answer: z.array(deletedCustomFieldRecord),
} as const;

const listing = {
  ...listingDeleted,
  summary: 'Lists custom fields: global ones, and those of a mailing list if it is given.',
  answer: z.array(customFieldRecord),
} as const;

const update = {
  method: 'PUT',
  tag,
  summary: 'Updates a custom field. Attributes that are not sent keep their values.',
  body: wrappedChanges('custom_field', customFieldInput),
  example: { custom_field: { instructions: 'Where you live' } },
  answer: customFieldRecord,
} as const;

export default [
  route({
    ...creation,
    path: '/custom_fields',
    operationId: 'createGlobalCustomField',
    permission: 'custom_field.create',
    handle: (request, input) => create(request, input, globalScope(request)),
  }),
  route({
    ...creation,
    path: '/mailing_lists/:id/custom_fields',
    operationId: 'createCustomField',
    permission: 'custom_field.create',
    handle: async (request, input) => create(request, input, await listScope(request, request.params.id)),
  }),
  route({
    ...deletion,
    path: '/custom_fields/:id',
    operationId: 'deleteGlobalCustomField',
    permission: 'custom_field.delete',
    handle: (request) => remove(request, globalFieldOf(request)),
  }),
  route({
    ...deletion,
    path: '/mailing_lists/:id/custom_fields/:field',
    operationId: 'deleteCustomField',
    permission: 'custom_field.delete',
    handle: async (request) => remove(request, await listFieldOf(request)),
  }),
  route({
    ...listingDeleted,
    path: '/custom_fields/deleted',
    operationId: 'listDeletedGlobalCustomFields',
    permission: 'any',
    handle: (request, input) => listDeleted(request, input, globalScope(request)),
  }),
  route({
    ...listingDeleted,
    path: '/mailing_lists/:id/custom_fields/deleted',
    operationId: 'listDeletedCustomFields',
    permission: 'any',
    handle: async (request, input) => listDeleted(request, input, await listScope(request, request.params.id)),
  }),
  route({
    ...listing,
    path: '/custom_fields',
    operationId: 'listGlobalCustomFields',
    permission: 'any',
    handle: (request, input) => list(request, input, globalScope(request)),
  }),
  route({
    ...listing,
    path: '/mailing_lists/:id/custom_fields',
    operationId: 'listCustomFields',
    permission: 'any',
    handle: async (request, input) => list(request, input, await listScope(request, request.params.id)),
  }),
  route({
    method: 'POST',
    path: '/custom_fields/promote',
    operationId: 'promoteCustomField',
    permission: 'custom_field.update',
    tag,
    summary: 'Makes the custom field of a list global.',
    body: wrapped('promote', objectOf({ custom_field_id: wholeNumber(1) }), 'custom_field_promoter'),
    example: { promote: { custom_field_id: 7 } },
    answer: customFieldRecord,
    handle: async ({ caller, db }, { body }) => {
      const id = body.demand('custom_field_id') ?? 0;
      body.check();
      const find: FindField = async (db) => {
        const field = await findCustomField(db, id, reachOf(caller));
        if (field === null) throw new NotFound('custom field');
        return field;
      };
      return renderCustomField(await promoteCustomField(db, find));
    },
  }),
  route({
    method: 'GET',
    path: '/custom_fields/:id',
    operationId: 'getCustomField',
    permission: 'any',
    tag,
    summary: 'Shows a custom field.',
    answer: customFieldRecord,
    handle: async ({ caller, db, params }) => {
      const field = await findCustomField(db, idOf(params.id, 'custom field'), reachOf(caller));
      if (field === null) throw new NotFound('custom field');
      return renderCustomField(field);
    },
  }),
  route({
    ...update,
    path: '/custom_fields/:id',
    operationId: 'updateGlobalCustomField',
    permission: 'custom_field.update',
    handle: (request, input) => change(request, input, globalFieldOf(request)),
  }),
  route({
    ...update,
    path: '/mailing_lists/:id/custom_fields/:field',
    operationId: 'updateCustomField',
    permission: 'custom_field.update',
    handle: async (request, input) => change(request, input, await listFieldOf(request)),
  }),
];

/** Global fields; those of a list are the global ones and its own. */
function globalScope({ caller }: FastifyRequest): FieldScope {
  return { organizationId: caller.organizationId, mailingListId: null };
}

async function listScope(request: FastifyRequest, segment: string): Promise<FieldScope> {
  const { organizationId, id } = await requireMailingList(request, segment);
  return { organizationId, mailingListId: id };
}

async function create({ db }: FastifyRequest, { body }: InputOf<typeof creation>, scope: FieldScope) {
  const created = await createCustomField(db, scope, (isNameTaken) => readCustomField(body, null, isNameTaken));
  return renderCustomField(created);
}

async function remove({ db }: FastifyRequest, find: FindField) {
  await removeCustomField(db, find);
  return null;
}

function listDeleted(
  { caller, read }: FastifyRequest,
  { query, paging }: InputOf<typeof listingDeleted>,
  scope: FieldScope,
) {
  const filter = { name: query.name, nameContains: query.name_contains };
  return readPage(read, paging, {
    list: (db) => listDeletedCustomFields(db, scope, filter, { orderBy: query.order_by, ...paging }),
    count: (db) => countDeletedCustomFields(db, scope, filter),
    render: (field) => ({ ...renderCustomField(field), deleted_at: renderTime(field.deletedAt, caller.timeZone) }),
  });
}

function list({ read }: FastifyRequest, { query, paging }: InputOf<typeof listing>, scope: FieldScope) {
  const filter = { name: query.name, nameContains: query.name_contains };
  return readPage(read, paging, {
    list: (db) => listCustomFields(db, scope, filter, { orderBy: query.order_by, ...paging }),
    count: (db) => countCustomFields(db, scope, filter),
    render: renderCustomField,
  });
}

async function change({ db }: FastifyRequest, input: InputOf<typeof update>, find: FindField) {
  await find(db);
  const { body } = input;
  const updated = await changeCustomField(db, find, (current, isNameTaken) =>
    readCustomField(body, current, isNameTaken),
  );
  return renderCustomField(updated);
}
