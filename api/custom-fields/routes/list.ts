import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countCustomFields, listCustomFields } from '../../../engine/db/fields/custom-fields.ts';
import type { FieldScope } from '../../../engine/db/fields/custom-fields.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { customFieldFilters } from '../filters.ts';
import { customFieldRecord, renderCustomField } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { readQuery } from '../../http/query.ts';
import { z } from 'zod/v4';

const operation = {
  tag: 'Custom fields',
  summary: 'Lists custom fields: the global ones, and those of the list named.',
  query: customFieldFilters,
  paging: PAGES_OF_2000,
  answer: z.array(customFieldRecord),
};

/** The global fields, and for a list its own as well. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/custom_fields', described('listGlobalCustomFields', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/custom_fields',
    described('listCustomFields', operation),
    async (request) => {
      const { organizationId, id } = await requireMailingList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer({ query, read }: FastifyRequest, scope: FieldScope) {
    const { name, name_contains: nameContains, order_by: orderBy } = readQuery(query, customFieldFilters);
    const filter = { name, nameContains };
    const paging = readPaging(query, PAGES_OF_2000);
    const [fields, records] = await readCounted(
      read,
      (db) => listCustomFields(db, scope, filter, { orderBy, ...paging }),
      (db) => countCustomFields(db, scope, filter),
    );
    return success(fields.map(renderCustomField), countedPage(paging, records));
  }

  done();
}
