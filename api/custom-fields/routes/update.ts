import type { FastifyInstance, FastifyRequest } from 'fastify';
import { changeCustomField } from '../../../engine/lists/custom-fields.ts';
import type { FindField } from '../../../engine/lists/custom-fields.ts';
import { globalFieldOf, listFieldOf } from '../lookups.ts';
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
  app.put<{ Params: { id: string } }>(
    '/custom_fields/:id',
    described('updateGlobalCustomField', operation),
    (request) => update(request, globalFieldOf(request)),
  );

  app.put<{ Params: { id: string; field: string } }>(
    '/mailing_lists/:id/custom_fields/:field',
    described('updateCustomField', operation),
    async (request) => update(request, await listFieldOf(request)),
  );

  async function update({ body, db }: FastifyRequest, find: FindField) {
    await find(db);
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const updated = await changeCustomField(db, find, (current, isNameTaken) =>
      readCustomField(attributes, current, isNameTaken),
    );
    return success(renderCustomField(updated));
  }

  done();
}
