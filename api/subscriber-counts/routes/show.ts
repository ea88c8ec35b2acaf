import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findOrganization } from '../../../engine/db/accounts/organizations.ts';
import { countSubscribersByList } from '../../../engine/db/subscribers/subscriber-counts.ts';
import type { ListCounts } from '../../../engine/db/subscribers/subscriber-counts.ts';
import { SUBSCRIBER_STATUSES } from '../../../engine/domain/subscribers.ts';
import type { SubscriberStatus } from '../../../engine/domain/subscribers.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { success } from '../../http/envelope.ts';
import { idOf } from '../../http/parameters.ts';
import { requireSystemAdmin } from '../../http/reach.ts';
import { described } from '../../openapi/operation.ts';
import { subscriberCountsRecord } from '../record.ts';

const operation = {
  tag: 'Subscriber counts',
  summary: 'Counts the subscribers of an organization and of each of its mailing lists by status.',
  answer: subscriberCountsRecord,
};

/** Both spellings are in use. */
const PATHS_OF_ONE = {
  countSubscribersInOrganization: '/organization/:id/subscriber_counts',
  countSubscribersInOrganizationByOtherPath: '/organizations/:id/subscriber_counts',
};

/** How many subscribers of each status an organization and each of its lists have. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/subscriber_counts', described('countSubscribers', operation), (request) =>
    answer(request, request.caller.organizationId),
  );

  for (const [operationId, path] of Object.entries(PATHS_OF_ONE)) {
    app.get<{ Params: { id: string } }>(
      path,
      described(operationId, { ...operation, isForSystemAdmins: true }),
      (request) => {
        requireSystemAdmin(request.caller);
        return answer(request, idOf(request.params.id, 'organization'));
      },
    );
  }

  async function answer({ db, read }: FastifyRequest, organizationId: number) {
    const organization = await findOrganization(db, organizationId);
    if (organization === null) throw new NotFound('organization');
    const lists = await read((db) => countSubscribersByList(db, organizationId));
    return success({
      organization: { id: organization.id, name: organization.name },
      counts: countsOf((status) => lists.reduce((sum, list) => sum + list[status], 0)),
      mailing_lists: lists.map((list) => ({
        mailing_list: { id: list.id, name: list.name },
        counts: countsOf((status) => list[status]),
      })),
    });
  }

  done();
}

function countsOf(count: (status: SubscriberStatus) => ListCounts[SubscriberStatus]): Record<string, number> {
  return Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, count(status)]));
}
