import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  countSubscriberImports,
  IMPORT_SCOPES,
  listSubscriberImports,
} from '../../../engine/db/imports/subscriber-imports.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { countedPage, PAGES_OF_100, readPaging, readCounted } from '../../http/paging.ts';
import { renderImportSummary, subscriberImportSummaryRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { queryChoice, readQuery } from '../../http/query.ts';
import { objectOf } from '../../http/values.ts';
import { z } from 'zod/v4';

const filters = objectOf({ scope: queryChoice(IMPORT_SCOPES, 'recent') });
const operation = {
  tag: 'Subscriber imports',
  summary: 'Lists imports: the unfinished first, then the ended, the latest leading.',
  query: filters,
  paging: PAGES_OF_100,
  answer: z.array(subscriberImportSummaryRecord),
};

/** The imports of an organization or a list: the unfinished first, then the ended, the latest leading. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/subscriber_imports', described('listSubscriberImports', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/subscriber_imports',
    described('listSubscriberImportsInMailingList', operation),
    async (request) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer(
    { caller, query, read }: FastifyRequest,
    owner: { organizationId: number; mailingListId: number | null },
  ) {
    const filter = { ...owner, ...readQuery(query, filters) };
    const paging = readPaging(query, PAGES_OF_100);
    const [imports, records] = await readCounted(
      read,
      (db) => listSubscriberImports(db, filter, paging),
      (db) => countSubscriberImports(db, filter),
    );
    return success(
      imports.map((row) => renderImportSummary(row, caller.timeZone)),
      countedPage(paging, records),
    );
  }

  done();
}
