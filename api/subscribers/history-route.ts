import { z } from 'zod/v4';
import { HISTORY_EVENTS, listSubscriberHistory } from '../../engine/db/subscribers/subscriber-history.ts';
import { findSubscribers } from '../../engine/db/subscribers/subscribers.ts';
import { MultipleRecordsFound, NotFound } from '../../engine/platform/errors.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { renderTime } from '../http/times.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { subscriberNameOf } from './lookups.ts';

const MOST_EVENTS = 100;

const historyEventRecord = z
  .object({
    event: z
      .enum(HISTORY_EVENTS)
      .describe(
        'added: the record was created; subscribed, confirmed and left: the times that the record has; ' +
          'unsubscribed: by a link of a mail; suppressed: the address gets no reactions.',
      ),
    at: renderedTime,
    ip: z.string().nullable(),
    campaign_id: whole.nullable().describe('The campaign of the mail with the link; null for other events.'),
    subscriber_import: z
      .object({ id: whole, file: z.string() })
      .nullable()
      .describe(
        'The import that added or unsubscribed the subscriber, while its logs are kept; null for other events.',
      ),
  })
  .meta({
    id: 'SubscriberHistoryEvent',
    examples: [
      {
        event: 'added',
        at: '2026-03-02T09:30:23Z',
        ip: null,
        campaign_id: null,
        subscriber_import: { id: 48, file: 'people.csv' },
      },
    ],
  });

/** The recorded events of one subscriber. */
export const historyRoute = route({
  method: 'GET',
  path: '/mailing_lists/:id/subscribers/:name/history',
  operationId: 'listSubscriberHistory',
  permission: 'subscriber.read',
  tag: 'Extensions',
  summary: 'Lists up to 100 events of the history of a subscriber, the latest first.',
  answer: z.array(historyEventRecord),
  handle: async (request) => {
    const list = await requireLocalList(request, request.params.id);
    const name = subscriberNameOf(request.params.name);
    const place = { id: list.id, hasAlternateKey: list.primaryKeyCustomFieldId !== null };
    const names = 'id' in name ? { ids: [name.id], emails: [] } : { ids: [], emails: [name.email] };
    const { rows } = await request.read((db) => findSubscribers(db, place, names, 2));
    const [found, other] = rows;
    if (found === undefined) throw new NotFound('subscriber');
    if (other !== undefined) throw new MultipleRecordsFound('several subscribers have this address: name the id');

    const events = await request.read((db) =>
      listSubscriberHistory(
        db,
        { organizationId: list.organizationId, mailingListId: list.id, subscriberId: found.id },
        MOST_EVENTS,
      ),
    );
    return events.map(({ event, at, ip, campaignId, importId, file }) => ({
      event,
      at: renderTime(at, request.caller.timeZone),
      ip,
      campaign_id: campaignId,
      subscriber_import: importId === null ? null : { id: importId, file: file ?? '' },
    }));
  },
});
