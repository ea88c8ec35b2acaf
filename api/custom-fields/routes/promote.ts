import type { FastifyInstance } from 'fastify';
import { findCustomField } from '../../../engine/db/fields/custom-fields.ts';
import { promoteCustomField } from '../../../engine/lists/custom-fields.ts';
import type { FindField } from '../../../engine/lists/custom-fields.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { reachOf } from '../../http/reach.ts';
import { attributesOf } from '../../http/attributes.ts';
import { customFieldRecord, renderCustomField } from '../record.ts';
import { objectOf, wholeNumber } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';

const promoteInput = objectOf({ custom_field_id: wholeNumber(1) });
const operation = {
  tag: 'Custom fields',
  summary: 'Makes the custom field of a list global.',
  body: objectOf({ promote: promoteInput }),
  example: { promote: { custom_field_id: 7 } },
  answer: customFieldRecord,
};

/** Makes a list's field global, if no other field of the organization has its name. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/custom_fields/promote', described('promoteCustomField', operation), async ({ body, caller, db }) => {
    const id = idToPromote(body);
    const find: FindField = async (db) => {
      const field = await findCustomField(db, id, reachOf(caller));
      if (field === null) throw new NotFound('custom field');
      return field;
    };
    return success(renderCustomField(await promoteCustomField(db, find)));
  });

  done();
}

/** The wrapper key has an older name, which clients still send. */
function idToPromote(body: unknown): number {
  const isOlder = typeof body === 'object' && body !== null && 'custom_field_promoter' in body;
  const attributes = attributesOf(body, isOlder ? 'custom_field_promoter' : 'promote', promoteInput);
  const id = attributes.demand('custom_field_id');
  attributes.check();
  return id ?? 0;
}
