import type { FastifyInstance } from 'fastify';
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
  app.post('/custom_fields', described('createGlobalCustomField', operation), ({ caller, body }) =>
    create({ organizationId: caller.organizationId, mailingListId: null }, body),
  );

  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/custom_fields',
    described('createCustomField', operation),
    async (request) => {
      const { organizationId, id } = await requireMailingList(app, request, request.params.id);
      return create({ organizationId, mailingListId: id }, request.body);
    },
  );

  async function create(scope: FieldScope, body: unknown) {
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const created = await createCustomField(app.db, scope, (isNameTaken) =>
      readCustomField(attributes, null, isNameTaken),
    );
    return success(renderCustomField(created));
  }

  done();
}
