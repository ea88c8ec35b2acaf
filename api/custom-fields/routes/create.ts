import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldScope } from '../../../engine/db/fields/custom-fields.ts';
import { createCustomField } from '../../../engine/lists/custom-fields.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { attributesOf } from '../../http/attributes.ts';
import { customFieldInput, readCustomField } from '../input.ts';
import { customFieldRecord, renderCustomField } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Custom fields',
  summary: 'Adds a custom field.',
  body: objectOf({ custom_field: customFieldInput }),
  example: { custom_field: { name: 'City', field_type: 'text', maximum_length: 80 } },
  answer: customFieldRecord,
};

/** Adds a field to a list, or a global one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/custom_fields', described('createGlobalCustomField', operation), (request) =>
    create(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/custom_fields',
    described('createCustomField', operation),
    async (request) => {
      const { organizationId, id } = await requireMailingList(request, request.params.id);
      return create(request, { organizationId, mailingListId: id });
    },
  );

  async function create({ body, db }: FastifyRequest, scope: FieldScope) {
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const created = await createCustomField(db, scope, (isNameTaken) => readCustomField(attributes, null, isNameTaken));
    return success(renderCustomField(created));
  }

  done();
}
