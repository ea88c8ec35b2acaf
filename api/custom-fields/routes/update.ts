import type { FastifyInstance } from 'fastify';
import { isPrimaryKey } from '../../../engine/db/fields/custom-field-uses.ts';
import { isFieldNameTaken, updateCustomField } from '../../../engine/db/fields/custom-fields.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { globalFieldOf, listFieldOf } from '../lookups.ts';
import type { FindField } from '../lookups.ts';
import { requireRoomForField } from '../room.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { customFieldInput, readCustomField } from '../input.ts';
import { customFieldRecord, renderCustomField } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Custom fields',
  summary: 'Changes what is sent of a custom field.',
  body: objectOf({ custom_field: customFieldInput.partial() }),
  example: { custom_field: { instructions: 'Where you live' } },
  answer: customFieldRecord,
};

/** Changes what is sent of a field. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string } }>('/custom_fields/:id', described(operation), (request) =>
    update(globalFieldOf(request), request.body),
  );

  app.put<{ Params: { id: string; field: string } }>(
    '/mailing_lists/:id/custom_fields/:field',
    described(operation),
    async (request) => update(await listFieldOf(app, request), request.body),
  );

  async function update(find: FindField, body: unknown) {
    const { organizationId } = await find(app.db);
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const updated = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const current = await find(db);
      const field = await readCustomField(attributes, current, (name) =>
        isFieldNameTaken(db, current, name, current.id),
      );
      if (!field.required && (await isPrimaryKey(db, current.id))) {
        throw new ValidationFailed('required must be true for the primary key of a mailing list');
      }
      if (field.options.length > current.options.length) await requireRoomForField(db, current, field, current.id);
      return updateCustomField(db, current.id, field);
    });
    return success(renderCustomField(updated));
  }

  done();
}
