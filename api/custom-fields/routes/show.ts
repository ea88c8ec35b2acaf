import type { FastifyInstance } from 'fastify';
import { findCustomField } from '../../../engine/db/fields/custom-fields.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { reachOf } from '../../http/reach.ts';
import { customFieldRecord, renderCustomField } from '../record.ts';
import { described } from '../../openapi/operation.ts';

/** One field, of a list or global. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { id: string } }>(
    '/custom_fields/:id',
    described('getCustomField', { tag: 'Custom fields', summary: 'Shows a custom field.', answer: customFieldRecord }),
    async ({ caller, db, params }) => {
      const field = await findCustomField(db, idOf(params.id, 'custom field'), reachOf(caller));
      if (field === null) throw new NotFound('custom field');
      return success(renderCustomField(field));
    },
  );

  done();
}
