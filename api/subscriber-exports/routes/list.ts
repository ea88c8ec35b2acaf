import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { countSubscriberExports, listSubscriberExports } from '../../../engine/db/exports/subscriber-exports.ts';
import type { ExportFilter } from '../../../engine/db/exports/subscriber-exports.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { described } from '../../openapi/operation.ts';
import { countedPage, PAGES_OF_100, readPaging, readCounted } from '../../http/paging.ts';
import { renderExport, subscriberExportRecord } from '../record.ts';

const operation = {
  tag: 'Subscriber exports',
  summary: 'Lists exports, the latest first.',
  paging: PAGES_OF_100,
  answer: z.array(subscriberExportRecord),
};

/** The exports of an organization or a list, the latest first. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/subscriber_exports', described('listSubscriberExports', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/subscriber_exports',
    described('listSubscriberExportsInMailingList', operation),
    async (request) => {
      const { organizationId, id } = await requireLocalList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer({ caller, query, read }: FastifyRequest, filter: ExportFilter) {
    const paging = readPaging(query, PAGES_OF_100);
    const [exports, records] = await readCounted(
      read,
      (db) => listSubscriberExports(db, filter, paging),
      (db) => countSubscriberExports(db, filter),
    );
    return success(
      exports.map((row) => renderExport(row, caller.timeZone)),
      countedPage(paging, records),
    );
  }

  done();
}
