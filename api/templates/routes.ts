import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { countTemplates, findTemplate, listTemplates } from '../../engine/db/campaigns/campaign-templates.ts';
import type { TemplateFilter } from '../../engine/db/campaigns/campaign-templates.ts';
import type { Database } from '../../engine/db/core/slonik.ts';
import { changeTemplate, createTemplate } from '../../engine/lists/templates.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_2000, readPage, WHOLE } from '../http/paging.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { requireMailingList } from '../mailing-lists/lookups.ts';
import { timeZoneOf } from '../users/organization-lookups.ts';
import { templateInput } from './input.ts';
import { readTemplate, requireTemplate } from './lookups.ts';
import { renderTemplate, renderTemplateSummary, templateRecord, templateSummaryRecord } from './record.ts';

const tag = 'Templates';

const listing = {
  method: 'GET',
  tag,
  summary: 'Lists campaign templates: all of them, or a page.',
  paging: { ...PAGES_OF_2000, isOptional: true },
  answer: z.array(templateSummaryRecord),
} as const;

const writing = {
  tag,
  example: {
    campaign: { name: 'Spring', contents: [{ subject: 'Hello', format: 'text', text: 'Spring is here.' }] },
  },
  answer: templateRecord,
} as const;

export default [
  route({
    ...listing,
    path: '/templates',
    operationId: 'listTemplates',
    permission: 'any',
    handle: (request, input) =>
      list(request, input, { organizationId: request.caller.organizationId, mailingListId: null }),
  }),
  route({
    ...listing,
    path: '/mailing_lists/:id/templates',
    operationId: 'listTemplatesInMailingList',
    permission: 'any',
    handle: async (request, input) => {
      const { organizationId, id } = await requireMailingList(request, request.params.id);
      return list(request, input, { organizationId, mailingListId: id });
    },
  }),
  route({
    method: 'GET',
    path: '/templates/:id',
    operationId: 'getTemplate',
    permission: 'any',
    tag,
    summary: 'Shows a campaign template in detail.',
    answer: templateRecord,
    handle: async (request) => renderTemplate(await requireTemplate(request.db, request), request.caller.timeZone),
  }),
  route({
    ...writing,
    method: 'POST',
    path: '/mailing_lists/:id/templates',
    operationId: 'createTemplate',
    permission: 'campaign/template.create',
    summary: 'Adds a campaign template to a mailing list.',
    body: wrapped('campaign', templateInput),
    handle: async (request, input) => {
      const list = await requireMailingList(request, request.params.id);
      const { body } = input;
      const timeZone = await timeZoneOf(request, list.organizationId);
      const id = await createTemplate(request.db, list, (lookups) =>
        readTemplate(body, { ...list, timeZone }, null, lookups),
      );
      return show(request, id);
    },
  }),
  route({
    ...writing,
    method: 'PUT',
    path: '/templates/:id',
    operationId: 'updateTemplate',
    permission: 'campaign/template.update',
    summary: 'Updates a campaign template. Attributes that are not sent keep their values.',
    body: wrappedChanges('campaign', templateInput),
    handle: async (request, input) => {
      const find = (db: Database) => requireTemplate(db, request);
      const { id, organizationId } = await find(request.db);
      const { body } = input;
      const timeZone = await timeZoneOf(request, organizationId);
      await changeTemplate(request.db, find, (current, list, lookups) =>
        readTemplate(body, { ...list, timeZone }, current, lookups),
      );
      return show(request, id);
    },
  }),
];

function list({ read }: FastifyRequest, { paging }: InputOf<typeof listing>, filter: TemplateFilter) {
  return readPage(read, paging, {
    list: (db) => listTemplates(db, filter, paging ?? WHOLE),
    count: (db) => countTemplates(db, filter),
    render: renderTemplateSummary,
  });
}

async function show({ caller, db }: FastifyRequest, id: number) {
  const template = await findTemplate(db, id, null);
  if (template === null) throw new NotFound('template');
  return renderTemplate(template, caller.timeZone);
}
