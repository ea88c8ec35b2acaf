import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FieldScope } from '../../../engine/db/fields/custom-fields.ts';
import { countDeletedCustomFields, listDeletedCustomFields } from '../../../engine/db/fields/deleted-custom-fields.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { customFieldFilters } from '../filters.ts';
import { deletedCustomFieldRecord, renderCustomField } from '../record.ts';
import { renderTime } from '../../http/times.ts';
import { described } from '../../openapi/operation.ts';
import { readQuery } from '../../http/query.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Custom fields',
  summary: 'Lists deleted custom fields: the global ones, and those of the list named.',
  query: customFieldFilters,
  paging: PAGES_OF_2000,
  answer: z.array(deletedCustomFieldRecord),
};

/** The deleted global fields, and for a list its own as well. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/custom_fields/deleted', described('listDeletedGlobalCustomFields', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/custom_fields/deleted',
    described('listDeletedCustomFields', operation),
    async (request) => {
      const { organizationId, id } = await requireMailingList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer({ caller, query, read }: FastifyRequest, scope: FieldScope) {
    const { name, name_contains: nameContains, order_by: orderBy } = readQuery(query, customFieldFilters);
    const filter = { name, nameContains };
    const paging = readPaging(query, PAGES_OF_2000);
    const [fields, records] = await readCounted(
      read,
      (db) => listDeletedCustomFields(db, scope, filter, { orderBy, ...paging }),
      (db) => countDeletedCustomFields(db, scope, filter),
    );
    return success(
      fields.map((field) => ({
        ...renderCustomField(field),
        deleted_at: renderTime(field.deletedAt, caller.timeZone),
      })),
      countedPage(paging, records),
    );
  }

  done();
}
