import type { FastifyInstance } from 'fastify';
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
    (request) => update(globalFieldOf(request), request.body),
  );

  app.put<{ Params: { id: string; field: string } }>(
    '/mailing_lists/:id/custom_fields/:field',
    described('updateCustomField', operation),
    async (request) => update(await listFieldOf(app, request), request.body),
  );

  async function update(find: FindField, body: unknown) {
    await find(app.db);
    const attributes = attributesOf(body, 'custom_field', customFieldInput);
    const updated = await changeCustomField(app.db, find, (current, isNameTaken) =>
      readCustomField(attributes, current, isNameTaken),
    );
    return success(renderCustomField(updated));
  }

  done();
}
