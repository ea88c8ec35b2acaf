import type { FastifyInstance } from 'fastify';
import { listFieldDependencies } from '../../../engine/db/fields/custom-field-uses.ts';
import { deleteCustomField } from '../../../engine/db/fields/deleted-custom-fields.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import { ValidationFailed } from '../../../engine/platform/errors.ts';
import { globalFieldOf, listFieldOf } from '../lookups.ts';
import type { FindField } from '../lookups.ts';
import { success } from '../../http/envelope.ts';
import { described } from '../../openapi/operation.ts';
import { fieldDependencies } from '../record.ts';

const operation = {
  tag: 'Custom fields',
  summary: 'Deletes a custom field that no other record depends on.',
  answer: null,
  failure: fieldDependencies,
};

/** Marks a field deleted that no other record depends on. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.delete<{ Params: { id: string } }>('/custom_fields/:id', described(operation), (request) =>
    remove(globalFieldOf(request)),
  );

  app.delete<{ Params: { id: string; field: string } }>(
    '/mailing_lists/:id/custom_fields/:field',
    described(operation),
    async (request) => remove(await listFieldOf(app, request)),
  );

  async function remove(find: FindField) {
    const { organizationId } = await find(app.db);
    await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const field = await find(db);
      const dependencies = await listFieldDependencies(db, field);
      if (dependencies.length > 0) {
        throw new ValidationFailed('the custom field is used by other records', { data: { dependencies } });
      }
      await deleteCustomField(db, field.id);
    });
    return success(null);
  }

  done();
}
