import type { FastifyInstance } from 'fastify';
import { triggerAutoresponders } from '../../../engine/subscribers/trigger-autoresponders.ts';
import { success } from '../../http/envelope.ts';
import { renderSubscriber, triggeredRecord } from '../record.ts';
import { readTrigger, triggerInput } from '../trigger-input.ts';
import { requireContext, subscriberNameOf } from '../lookups.ts';
import { described } from '../../openapi/operation.ts';

const operation = {
  tag: 'Subscribers',
  summary: 'Queues autoresponders for a subscriber, who may be added or made active for it.',
  body: triggerInput,
  example: { autoresponder_names: ['Welcome*'] },
  answer: triggeredRecord,
};

/** Queues autoresponders for one subscriber, who may be added or made active for it. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post<{ Params: { id: string; name: string } }>(
    '/mailing_lists/:id/subscribers/:name/trigger_autoresponders',
    described('triggerAutoresponders', operation),
    async (request) => {
      const context = await requireContext(request, request.params.id);
      const wanted = readTrigger(request.body);
      const named = { name: subscriberNameOf(request.params.name), email: request.params.name.trim() };
      const triggered = await triggerAutoresponders(request.pool, context, named, wanted);
      return success({
        triggered_autoresponders: triggered.autoresponders.map(({ id, name }) => ({ id, name })),
        subscriber: renderSubscriber(triggered.subscriber, context),
        subscription_result: triggered.result,
      });
    },
  );

  done();
}
