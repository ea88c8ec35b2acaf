import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findTemplate } from '../../../engine/db/campaigns/campaign-templates.ts';
import type { Database } from '../../../engine/db/core/slonik.ts';
import { changeTemplate, createTemplate } from '../../../engine/lists/templates.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { timeZoneOf } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { requireMailingList } from '../../mailing-lists/lookups.ts';
import { attributesOf } from '../../http/attributes.ts';
import { templateInput } from '../input.ts';
import { renderTemplate, templateRecord } from '../record.ts';
import { readTemplate, requireTemplate } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const example = {
  campaign: { name: 'Spring', contents: [{ subject: 'Hello', format: 'text', text: 'Spring is here.' }] },
};
const creation = {
  tag: 'Templates',
  summary: 'Adds a campaign template to a mailing list.',
  body: objectOf({ campaign: templateInput }),
  example,
  answer: templateRecord,
};
const update = {
  ...creation,
  summary: 'Changes what is sent of a campaign template.',
  body: objectOf({ campaign: templateInput.partial() }),
};

/** Adds a template to a list, or changes what is sent of one. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string } }>(
    '/mailing_lists/:id/templates',
    described('createTemplate', creation),
    async (request) => {
      const list = await requireMailingList(request, request.params.id);
      const attributes = attributesOf(request.body, 'campaign', templateInput);
      const timeZone = await timeZoneOf(request, list.organizationId);
      const id = await createTemplate(request.db, list, (lookups) =>
        readTemplate(attributes, { ...list, timeZone }, null, lookups),
      );
      return answer(request, id);
    },
  );

  app.put<{ Params: { id: string } }>('/templates/:id', described('updateTemplate', update), async (request) => {
    const { id, organizationId } = await requireTemplate(request.db, request);
    const attributes = attributesOf(request.body, 'campaign', templateInput);
    const timeZone = await timeZoneOf(request, organizationId);
    const find = (db: Database) => requireTemplate(db, request);
    await changeTemplate(request.db, find, (current, list, lookups) =>
      readTemplate(attributes, { ...list, timeZone }, current, lookups),
    );
    return answer(request, id);
  });

  async function answer({ caller, db }: FastifyRequest, id: number) {
    const template = await findTemplate(db, id, null);
    if (template === null) throw new NotFound('template');
    return success(renderTemplate(template, caller.timeZone));
  }

  done();
}
