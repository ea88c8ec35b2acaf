import type { FastifyInstance, FastifyRequest } from 'fastify';
import { countTemplates, listTemplates } from '../../../engine/db/campaigns/campaign-templates.ts';
import type { TemplateFilter } from '../../../engine/db/campaigns/campaign-templates.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { countedPage, isPagingAskedFor, PAGES_OF_2000, readPaging, readCounted } from '../../http/paging.ts';
import { renderTemplateSummary, templateSummaryRecord } from '../record.ts';
import { described } from '../../openapi/operation.ts';
import { z } from 'zod/v4';

const rules = { ...PAGES_OF_2000, isOptional: true };
const operation = {
  tag: 'Templates',
  summary: 'Lists campaign templates: all of them, unless a page is asked for.',
  paging: rules,
  answer: z.array(templateSummaryRecord),
};

/** The templates of an organization or a list by id: all of them, unless a page is asked for. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/templates', described('listTemplates', operation), (request) =>
    answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string } }>(
    '/mailing_lists/:id/templates',
    described('listTemplatesInMailingList', operation),
    async (request) => {
      const { organizationId, id } = await requireMailingList(request, request.params.id);
      return answer(request, { organizationId, mailingListId: id });
    },
  );

  async function answer({ query, read }: FastifyRequest, filter: TemplateFilter) {
    if (!isPagingAskedFor(query)) {
      const templates = await read((db) => listTemplates(db, filter, { offset: 0, limit: null }));
      return success(templates.map(renderTemplateSummary));
    }
    const paging = readPaging(query, rules);
    const [templates, records] = await readCounted(
      read,
      (db) => listTemplates(db, filter, paging),
      (db) => countTemplates(db, filter),
    );
    return success(templates.map(renderTemplateSummary), countedPage(paging, records));
  }

  done();
}
