import { z } from 'zod/v4';
import { readSegmentContext } from '../../engine/db/segments/context.ts';
import { countSubscribersOf } from '../../engine/db/segments/subscribers.ts';
import { wrapped } from '../http/attributes.ts';
import { whole } from '../http/record-values.ts';
import { route } from '../http/route.ts';
import { requireLocalList } from '../mailing-lists/lookups.ts';
import { readClauses } from './clause-input.ts';
import { clausesInput } from './clause-kinds.ts';
import { clausePlaceOf } from './clause-reader.ts';
import { requireSegment } from './lookups.ts';

const counting = {
  tag: 'Segments',
  // A segment can be about any value of a subscriber, so its count says as much as reading them does.
  permission: 'subscriber.read',
  answer: z
    .object({ number_of_subscribers: whole })
    .meta({ id: 'SegmentCount', examples: [{ number_of_subscribers: 412 }] }),
} as const;

/** Numbers of subscribers that segments have now. */
export const countRoutes = [
  route({
    ...counting,
    method: 'GET',
    path: '/segments/:id/subscriber_count',
    operationId: 'countSubscribersInSegment',
    summary: 'Counts the subscribers of a segment.',
    description: 'Extension. This takes longer for larger lists, and counts as a costly read.',
    handle: async (request) => {
      const segment = await requireSegment(request.db, request);
      return { number_of_subscribers: await request.read((db) => countSubscribersOf(db, segment)) };
    },
  }),
  route({
    ...counting,
    method: 'POST',
    path: '/mailing_lists/:id/segments/count',
    operationId: 'countSubscribersOfClauses',
    summary: 'Counts the subscribers that match clauses, without saving a segment.',
    description: 'Extension. This takes longer for larger lists, and counts as a costly read.',
    body: wrapped('segmentation_criteria', clausesInput),
    example: {
      segmentation_criteria: { clause: [{ type: 'subscriber_domain', operator: 'is', value: 'example.com' }] },
    },
    handle: async (request, { body }) => {
      const { id: mailingListId, organizationId } = await requireLocalList(request, request.params.id);
      const context = await readSegmentContext(request.db, organizationId);
      // What is not stored is referred to by none.
      const clause = readClauses(body, clausePlaceOf(context, mailingListId, new Set()));
      body.check();
      const counted = { organizationId, mailingListId, clause };
      return { number_of_subscribers: await request.read((db) => countSubscribersOf(db, counted)) };
    },
  }),
];
