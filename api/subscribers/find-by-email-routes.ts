import type { FastifyRequest } from 'fastify';
import { z } from 'zod/v4';
import { countSubscribersByEmail, findSubscribersByEmail } from '../../engine/db/subscribers/subscribers-by-email.ts';
import type { ListScope } from '../../engine/db/subscribers/subscribers-by-email.ts';
import { emailKey } from '../../engine/values/subscriber-key.ts';
import { countedPage, cutPage, PAGES_OF_100 } from '../http/paging.ts';
import { route } from '../http/route.ts';
import type { InputOf } from '../http/route.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { requireOrganization } from '../users/organization-lookups.ts';
import { subscriberByEmailRecord } from './record.ts';

const finding = {
  method: 'GET',
  tag: 'Subscribers',
  summary: 'Finds the subscribers of all lists with an email address.',
  paging: { ...PAGES_OF_100, tokens: true },
  answer: z.array(subscriberByEmailRecord),
} as const;

/** Subscribers with an address on one list, on those of an organization, or on all. */
export const findByEmailRoutes = [
  route({
    ...finding,
    path: '/subscribers_by_email/:email',
    operationId: 'findSubscribersByEmail',
    permission: 'subscriber.read',
    handle: (request, input) =>
      find(request, input, { organizationId: request.caller.organizationId, mailingListId: null }),
  }),
  route({
    ...finding,
    path: '/mailing_lists/:id/subscribers_by_email/:email',
    operationId: 'findSubscribersByEmailInMailingList',
    permission: 'subscriber.read',
    handle: async (request, input) => {
      const { id } = await requireLocalList(request, request.params.id);
      return find(request, input, { organizationId: null, mailingListId: id });
    },
  }),
  route({
    ...finding,
    path: '/organizations/all/subscribers_by_email/:email',
    operationId: 'findSubscribersByEmailInAllOrganizations',
    role: 'system_admin',
    handle: (request, input) => find(request, input, { organizationId: null, mailingListId: null }),
  }),
  route({
    ...finding,
    path: '/organizations/:id/subscribers_by_email/:email',
    operationId: 'findSubscribersByEmailInOrganization',
    permission: 'subscriber.read',
    handle: async (request, input) => {
      const organizationId = await requireOrganization(request, request.params.id);
      return find(request, input, { organizationId, mailingListId: null });
    },
  }),
];

function find(
  { params, read }: FastifyRequest<{ Params: { email: string } }>,
  { paging }: InputOf<typeof finding>,
  scope: ListScope,
) {
  // No address has a NUL, and more than Postgres can compare.
  const email = emailKey(params.email.replaceAll('\0', ' ').trim());
  return read(async (db) => {
    const found = await findSubscribersByEmail(db, scope, email, { ...paging, limit: paging.perPage + 1 });
    const { page, next } = cutPage(found, paging, ({ id }) => ({ id, text: null }));
    const isAll = paging.page === 0 && next === null;
    const counted = isAll ? page.length : await countSubscribersByEmail(db, scope, email);
    return { records: page, keys: { ...countedPage(paging, counted), next_page_token: next } };
  });
}
