import type { FastifyInstance } from 'fastify';
import { findOrganization } from '../../../engine/db/organizations.ts';
import { countSubscribersByEmail, findSubscribersByEmail } from '../../../engine/db/subscribers-by-email.ts';
import type { ListScope } from '../../../engine/db/subscribers-by-email.ts';
import { NotFound } from '../../../engine/errors.ts';
import { success } from '../../envelope.ts';
import { requireLocalList } from '../../lookups.ts';
import { countedPage, cutPage, PAGES_OF_100, readPaging } from '../../paging.ts';
import { idOf } from '../../parameters.ts';
import { requireSystemAdmin } from '../../plugins/app/authentication.ts';
import { described } from '../../openapi/operation.ts';
import { subscriberByEmailRecord } from '../../schemas/subscriber-record.ts';
import { z } from 'zod/v4';

const rules = { ...PAGES_OF_100, tokens: true };
const operation = {
  tag: 'Subscribers',
  summary: 'Finds everybody with an email address.',
  paging: rules,
  answer: z.array(subscriberByEmailRecord),
};
const operationForAdmins = { ...operation, isForSystemAdmins: true };

/** Everybody with an address on one list, on those of an organization, or on all. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get<{ Params: { email: string } }>(
    '/subscribers_by_email/:email',
    described(operation),
    ({ params, query, caller }) =>
      answer({ organizationId: caller.organizationId, mailingListId: null }, params.email, query),
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/mailing_lists/:id/subscribers_by_email/:email',
    described(operation),
    async (request) => {
      const { id } = await requireLocalList(app, request, request.params.id);
      return answer({ organizationId: null, mailingListId: id }, request.params.email, request.query);
    },
  );

  app.get<{ Params: { email: string } }>(
    '/organizations/all/subscribers_by_email/:email',
    described(operationForAdmins),
    async ({ params, query, caller }) => {
      requireSystemAdmin(caller);
      return answer({ organizationId: null, mailingListId: null }, params.email, query);
    },
  );

  app.get<{ Params: { id: string; email: string } }>(
    '/organizations/:id/subscribers_by_email/:email',
    described(operationForAdmins),
    async ({ params, query, caller }) => {
      requireSystemAdmin(caller);
      const organization = await findOrganization(app.db, idOf(params.id, 'organization'));
      if (organization === null) throw new NotFound('organization');
      return answer({ organizationId: organization.id, mailingListId: null }, params.email, query);
    },
  );

  async function answer(scope: ListScope, segment: string, query: unknown) {
    // A NUL is in nobody's address, and more than Postgres can compare.
    const email = segment.replaceAll('\0', ' ').trim().toLowerCase();
    const paging = readPaging(query, rules);
    const found = await findSubscribersByEmail(app.db, scope, email, { ...paging, limit: paging.perPage + 1 });
    const { page, next } = cutPage(found, paging);
    const isAll = paging.page === 0 && next === null;
    const records = isAll ? page.length : await countSubscribersByEmail(app.db, scope, email);
    return success(page, { ...countedPage(paging, records), next_page_token: next });
  }

  done();
}
