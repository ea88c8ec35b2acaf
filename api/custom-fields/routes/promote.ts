import type { FastifyInstance } from 'fastify';
import { findCustomField, isFieldNameTaken, promoteCustomField } from '../../../engine/db/fields/custom-fields.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { NotFound, ValidationFailed } from '../../../engine/platform/errors.ts';
import { requireRoomForField } from '../room.ts';
import { success } from '../../http/envelope.ts';
import { reachOf } from '../../plugins/app/authentication.ts';
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
  app.post('/custom_fields/promote', described(operation), async ({ body, caller }) => {
    const id = idToPromote(body);
    const { organizationId } = await find(app.db);
    const promoted = await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const field = await find(db);
      if (field.mailingListId === null) throw new ValidationFailed('the custom field is already global');
      const everywhere = { organizationId, mailingListId: null };
      if (await isFieldNameTaken(db, everywhere, field.name, id)) {
        throw new ValidationFailed('name has already been taken');
      }
      await requireRoomForField(db, everywhere, field);
      return promoteCustomField(db, id);
    });
    return success(renderCustomField(promoted));

    async function find(db: Database) {
      const field = await findCustomField(db, id, reachOf(caller));
      if (field === null) throw new NotFound('custom field');
      return field;
    }
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
