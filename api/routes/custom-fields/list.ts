import type { FastifyInstance } from 'fastify';
import { countCustomFields, listCustomFields } from '../../../engine/db/custom-fields.ts';
import type { FieldScope } from '../../../engine/db/custom-fields.ts';
import { success } from '../../envelope.ts';
import { requireMailingList } from '../../lookups.ts';
import { countedPage, PAGES_OF_2000, readPaging } from '../../paging.ts';
import { choiceOf, textOf } from '../../parameters.ts';
import { renderCustomField } from '../../schemas/custom-field-record.ts';

/** The global fields, and for a list its own as well. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/custom_fields', ({ caller, query }) =>
    answer({ organizationId: caller.organizationId, mailingListId: null }, query),
  );

  app.get<{ Params: { id: string } }>('/mailing_lists/:id/custom_fields', async (request) => {
    const { organizationId, id } = await requireMailingList(app, request, request.params.id);
    return answer({ organizationId, mailingListId: id }, request.query);
  });

  async function answer(scope: FieldScope, query: unknown) {
    const filter = { name: textOf(query, 'name'), nameContains: textOf(query, 'name_contains') };
    const orderBy = choiceOf(query, 'order_by', ['id', 'name'], 'id');
    const paging = readPaging(query, PAGES_OF_2000);
    const [fields, records] = await Promise.all([
      listCustomFields(app.db, scope, filter, { orderBy, ...paging }),
      countCustomFields(app.db, scope, filter),
    ]);
    return success(fields.map(renderCustomField), countedPage(paging, records));
  }

  done();
}
