import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  countSubscribersByEmail,
  findSubscribersByEmail,
} from '../../../engine/db/subscribers/subscribers-by-email.ts';
import type { ListScope } from '../../../engine/db/subscribers/subscribers-by-email.ts';
import { emailKey } from '../../../engine/values/subscriber-key.ts';
import { requireOrganization } from '../../users/organization-lookups.ts';
import { success } from '../../http/envelope.ts';
import { requireLocalList } from '../../mailing-lists/lookups.ts';
import { countedPage, cutPage, PAGES_OF_100, readPaging } from '../../http/paging.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { described } from '../../openapi/operation.ts';
import { subscriberByEmailRecord } from '../record.ts';
import { z } from 'zod/v4';

const rules = { ...PAGES_OF_100, tokens: true };
const operation = {
  tag: 'Subscribers',
  summary: 'Finds everybody with an email address.',
  paging: rules,
  answer: z.array(subscriberByEmailRecord),
};

/** Everybody with an address on one list, on those of an organization, or on all. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { email: string } }>(
    '/subscribers_by_email/:email',
    described('findSubscribersByEmail', operation),
    (request) => answer(request, { organizationId: request.caller.organizationId, mailingListId: null }),
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/mailing_lists/:id/subscribers_by_email/:email',
    described('findSubscribersByEmailInMailingList', operation),
    async (request) => {
      const { id } = await requireLocalList(request, request.params.id);
      return answer(request, { organizationId: null, mailingListId: id });
    },
  );

  app.get<{ Params: { email: string } }>(
    '/organizations/all/subscribers_by_email/:email',
    described('findSubscribersByEmailInAllOrganizations', { ...operation, isForSystemAdmins: true }),
    async (request) => {
      requireSystemAdmin(request.caller);
      return answer(request, { organizationId: null, mailingListId: null });
    },
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/organizations/:id/subscribers_by_email/:email',
    described('findSubscribersByEmailInOrganization', operation),
    async (request) => {
      const organizationId = await requireOrganization(request, request.params.id);
      return answer(request, { organizationId, mailingListId: null });
    },
  );

  async function answer({ params, query, read }: FastifyRequest<{ Params: { email: string } }>, scope: ListScope) {
    // No address has a NUL, and more than Postgres can compare.
    const email = emailKey(params.email.replaceAll('\0', ' ').trim());
    const paging = readPaging(query, rules);
    return read(async (db) => {
      const found = await findSubscribersByEmail(db, scope, email, { ...paging, limit: paging.perPage + 1 });
      const { page, next } = cutPage(found, paging);
      const isAll = paging.page === 0 && next === null;
      const records = isAll ? page.length : await countSubscribersByEmail(db, scope, email);
      return success(page, { ...countedPage(paging, records), next_page_token: next });
    });
  }

  done();
}
