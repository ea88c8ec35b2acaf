import type { FastifyInstance } from 'fastify';
import { updateSubscriber } from '../../../engine/subscribers/update-subscriber.ts';
import { success } from '../../http/envelope.ts';
import { attributesOf } from '../../http/attributes.ts';
import { readSubscriberChanges, subscriberChangesInput } from '../input.ts';
import { renderSubscriber, subscriberRecord } from '../record.ts';
import { placeOf, requireContext, subscriberNameOf } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';
import { objectOf } from '../../http/values.ts';

const operation = {
  tag: 'Subscribers',
  summary: 'Changes what is sent of a subscriber.',
  body: objectOf({ subscriber: subscriberChangesInput }),
  example: { subscriber: { status: 'deactivated' } },
  answer: subscriberRecord,
};

/** Changes what is sent of the subscriber with an id or an address. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.put<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name',
    described('updateSubscriber', operation),
    async (request) => {
      const context = await requireContext(request, request.params.id);
      const name = subscriberNameOf(request.params.name);
      const attributes = attributesOf(request.body, 'subscriber', subscriberChangesInput);
      const runsAutoresponders = attributes.read('run_autoresponders', false);
      const place = await placeOf(request, context);
      const change = readSubscriberChanges(attributes, place);

      const changed = await updateSubscriber(request.pool, context, name, { change, runsAutoresponders });
      return success(renderSubscriber(changed, context));
    },
  );

  done();
}
