import type { FastifyInstance } from 'fastify';
import type { FieldScope } from '../../../engine/db/custom-fields.ts';
import { countDeletedCustomFields, listDeletedCustomFields } from '../../../engine/db/deleted-custom-fields.ts';
import { success } from '../../envelope.ts';
import { requireMailingList } from '../../lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { choiceOf, textOf } from '../../parameters.ts';
import { renderCustomField } from '../../schemas/custom-field-record.ts';
import { renderTime } from '../../schemas/times.ts';

/** The deleted global fields, and for a list its own as well. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/custom_fields/deleted', ({ caller, query }) =>
    answer({ organizationId: caller.organizationId, mailingListId: null }, query, caller.timeZone),
  );

  app.get<{ Params: { id: string } }>('/mailing_lists/:id/custom_fields/deleted', async (request) => {
    const { organizationId, id } = await requireMailingList(app, request, request.params.id);
    return answer({ organizationId, mailingListId: id }, request.query, request.caller.timeZone);
  });

  async function answer(scope: FieldScope, query: unknown, timeZone: string) {
    const filter = { name: textOf(query, 'name'), nameContains: textOf(query, 'name_contains') };
    const orderBy = choiceOf(query, 'order_by', ['id', 'name'], 'id');
    const paging = readPaging(query, PAGES_OF_2000);
    const [fields, records] = await Promise.all([
      listDeletedCustomFields(app.db, scope, filter, { orderBy, ...paging }),
      countDeletedCustomFields(app.db, scope, filter),
    ]);
    return success(
      fields.map((field) => ({ ...renderCustomField(field), deleted_at: renderTime(field.deletedAt, timeZone) })),
      countedPage(paging, records),
    );
  }

  done();
}
