import type { FastifyInstance } from 'fastify';
import { findTemplate, insertTemplate, updateTemplate } from '../../../engine/db/campaigns/campaign-templates.ts';
import { findListHead } from '../../../engine/db/lists/mailing-lists.ts';
import { lockOrganization } from '../../../engine/db/accounts/organizations.ts';
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
  app.post<{ Params: { id: string } }>('/mailing_lists/:id/templates', described(creation), async (request) => {
    const list = await requireMailingList(app, request, request.params.id);
    const attributes = attributesOf(request.body, 'campaign', templateInput);
    const timeZone = await timeZoneOf(app, request.caller, list.organizationId);
    const id = await app.db.transaction(async (db) => {
      await lockOrganization(db, list.organizationId);
      return insertTemplate(db, list, await readTemplate(db, attributes, { ...list, timeZone }, null));
    });
    return answer(id, request.caller.timeZone);
  });

  app.put<{ Params: { id: string } }>('/templates/:id', described(update), async (request) => {
    const { id, organizationId, mailingListId } = await requireTemplate(app.db, request);
    const attributes = attributesOf(request.body, 'campaign', templateInput);
    const timeZone = await timeZoneOf(app, request.caller, organizationId);
    await app.db.transaction(async (db) => {
      await lockOrganization(db, organizationId);
      const list = await findListHead(db, mailingListId, organizationId);
      if (list === null) throw new NotFound('template');
      const current = await requireTemplate(db, request);
      await updateTemplate(db, id, await readTemplate(db, attributes, { ...list, timeZone }, current));
    });
    return answer(id, request.caller.timeZone);
  });

  async function answer(id: number, timeZone: string) {
    const template = await findTemplate(app.db, id, null);
    if (template === null) throw new NotFound('template');
    return success(renderTemplate(template, timeZone));
  }

  done();
}
