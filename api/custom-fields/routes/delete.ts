import type { FastifyInstance, FastifyRequest } from 'fastify';
import { removeCustomField } from '../../../engine/lists/custom-fields.ts';
import type { FindField } from '../../../engine/lists/custom-fields.ts';
import { globalFieldOf, listFieldOf } from '../lookups.ts';
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
  app.delete<{ Params: { id: string } }>(
    '/custom_fields/:id',
    described('deleteGlobalCustomField', operation),
    (request) => remove(request, globalFieldOf(request)),
  );

  app.delete<{ Params: { id: string; field: string } }>(
    '/mailing_lists/:id/custom_fields/:field',
    described('deleteCustomField', operation),
    async (request) => remove(request, await listFieldOf(request)),
  );

  async function remove({ db }: FastifyRequest, find: FindField) {
    await removeCustomField(db, find);
    return success(null);
  }

  done();
}
