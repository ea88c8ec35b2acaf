import type { FastifyInstance } from 'fastify';
import type { Caller } from '../../../engine/db/accounts/api-keys.ts';
import {
  countSubscribersByEmail,
  findSubscribersByEmail,
} from '../../../engine/db/subscribers/subscribers-by-email.ts';
import type { ListScope } from '../../../engine/db/subscribers/subscribers-by-email.ts';
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
    ({ params, query, caller }) =>
      answer(caller, { organizationId: caller.organizationId, mailingListId: null }, params.email, query),
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/mailing_lists/:id/subscribers_by_email/:email',
    described('findSubscribersByEmailInMailingList', operation),
    async (request) => {
      const { id } = await requireLocalList(app, request, request.params.id);
      return answer(request.caller, { organizationId: null, mailingListId: id }, request.params.email, request.query);
    },
  );

  app.get<{ Params: { email: string } }>(
    '/organizations/all/subscribers_by_email/:email',
    described('findSubscribersByEmailInAllOrganizations', { ...operation, isForSystemAdmins: true }),
    async ({ params, query, caller }) => {
      requireSystemAdmin(caller);
      return answer(caller, { organizationId: null, mailingListId: null }, params.email, query);
    },
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/organizations/:id/subscribers_by_email/:email',
    described('findSubscribersByEmailInOrganization', operation),
    async ({ params, query, caller }) => {
      const organizationId = await requireOrganization(app, caller, params.id);
      return answer(caller, { organizationId, mailingListId: null }, params.email, query);
    },
  );

  async function answer({ organizationId }: Caller, scope: ListScope, segment: string, query: unknown) {
    // No address has a NUL, and more than Postgres can compare.
    const email = segment.replaceAll('\0', ' ').trim().toLowerCase();
    const paging = readPaging(query, rules);
    return app.read(organizationId, async (db) => {
      const found = await findSubscribersByEmail(db, scope, email, { ...paging, limit: paging.perPage + 1 });
      const { page, next } = cutPage(found, paging);
      const isAll = paging.page === 0 && next === null;
      const records = isAll ? page.length : await countSubscribersByEmail(db, scope, email);
      return success(page, { ...countedPage(paging, records), next_page_token: next });
    });
  }

  done();
}
