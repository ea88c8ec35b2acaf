import type { FastifyRequest } from 'fastify';
import { findOrganization } from '../../engine/db/accounts/organizations.ts';
import { countSubscribersByList } from '../../engine/db/subscribers/subscriber-counts.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { SubscriberStatus } from '../../engine/domain/subscribers.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import type { countsByStatus, Rendered } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { subscriberCountsRecord } from './record.ts';

const counting = {
  method: 'GET',
  tag: 'Subscriber counts',
  summary: 'Counts the subscribers of an organization and of each of its mailing lists by status.',
  answer: subscriberCountsRecord,
} as const;

/** Clients use both spellings. */
const PATHS_OF_ONE = [
  { path: '/organization/:id/subscriber_counts', operationId: 'countSubscribersInOrganization' },
  { path: '/organizations/:id/subscriber_counts', operationId: 'countSubscribersInOrganizationByOtherPath' },
] as const;

export default [
  route({
    ...counting,
    path: '/subscriber_counts',
    operationId: 'countSubscribers',
    permission: 'any',
    handle: (request) => count(request, request.caller.organizationId),
  }),
  ...PATHS_OF_ONE.map((one) =>
    route({
      ...counting,
      ...one,
      role: 'system_admin',
      handle: (request) => count(request, idOf(request.params.id, 'organization')),
    }),
  ),
];

async function count({ db, read }: FastifyRequest, organizationId: number) {
  const organization = await findOrganization(db, organizationId);
  if (organization === null) throw new NotFound('organization');
  const lists = await read((db) => countSubscribersByList(db, organizationId));
  return {
    organization: { id: organization.id, name: organization.name },
    counts: countsOf((status) => lists.reduce((sum, list) => sum + list[status], 0)),
    mailing_lists: lists.map((list) => ({
      mailing_list: { id: list.id, name: list.name },
      counts: countsOf((status) => list[status]),
    })),
  };
}

function countsOf(count: (status: SubscriberStatus) => number): Rendered<typeof countsByStatus> {
  const counts = SUBSCRIBER_STATUSES.map((status) => [status, count(status)] as const);
  return Object.fromEntries(counts) as Record<SubscriberStatus, number>;
}
