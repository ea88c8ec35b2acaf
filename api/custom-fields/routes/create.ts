import type { FastifyInstance } from 'fastify';
import { insertCustomField, isFieldNameTaken } from '../../../engine/db/fields/custom-fields.ts';
import type { FieldScope } from '../../../engine/db/fields/custom-fields.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { requireRoomForField } from '../room.ts';
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
  app.post('/custom_fields', described(operation), ({ caller, body }) =>
    create({ organizationId: caller.organizationId, mailingListId: null }, body),
  );

  app.post<{ Params: { id: string } }>('/mailing_lists/:id/custom_fields', described(operation), async (request) => {
    const { organizationId, id } = await requireMailingList(app, request, request.params.id);
    return create({ organizationId, mailingListId: id }, request.body);
  });

  async function create(scope: FieldScope, body: unknown) {
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const created = await app.db.transaction(async (db) => {
      // A list's name must be free among the global fields as well, which no index can say.
      await lockOrganization(db, scope.organizationId);
      const field = await readCustomField(attributes, null, (name) => isFieldNameTaken(db, scope, name));
      await requireRoomForField(db, scope, field);
      return insertCustomField(db, scope, field);
    });
    return success(renderCustomField(created));
  }

  done();
}
