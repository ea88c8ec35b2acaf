import type { FastifyInstance } from 'fastify';
import { listAutoresponders, queueReactions, reactToSubscription } from '../../../engine/db/subscribers/reactions.ts';
import type { Autoresponder } from '../../../engine/db/subscribers/reactions.ts';
import { writeSubscribers } from '../../../engine/db/subscribers/write-subscribers.ts';
import { NotFound } from '../../../engine/platform/errors.ts';
import { matchesPattern } from '../../../engine/values/name-pattern.ts';
import { success } from '../../http/envelope.ts';
import { renderSubscriber, triggeredRecord } from '../record.ts';
import { readTrigger, triggerInput } from '../trigger-input.ts';
import type { TriggerRequest } from '../trigger-input.ts';
import { requireSurroundings, subscriberNameOf } from '../lookups.ts';
import { subscribeForTrigger } from '../trigger-subscription.ts';
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
    described(operation),
    async (request) => {
      const surroundings = await requireSurroundings(app, request, request.params.id);
      const asked = readTrigger(request.body);
      const named = { name: subscriberNameOf(request.params.name), email: request.params.name.trim() };
      const { list } = surroundings;

      // One transaction: when anything is refused, no subscriber is added or changed, and nothing is sent.
      const answer = await writeSubscribers(app.pool, list, { mayAdd: asked.createMissing }, async (writing) => {
        const triggered = choose(await listAutoresponders(writing.client, list.id), asked.wanted);
        const { subscriber, result } = await subscribeForTrigger(writing, surroundings, named, asked);
        const ids = triggered.map(({ id }) => id);
        await queueReactions(writing, subscriber.id, ids, asked.texts);
        if (result === 'created') {
          const controls = { skip: asked.skipSubscription, filter: null, excludeReacted: false };
          await reactToSubscription(writing, subscriber, controls, { already: ids, texts: asked.texts });
        }
        return { triggered, subscriber, result };
      });
      return success({
        triggered_autoresponders: answer.triggered.map(({ id, name }) => ({ id, name })),
        subscriber: renderSubscriber(answer.subscriber, surroundings),
        subscription_result: answer.result,
      });
    },
  );

  done();
}

function choose(autoresponders: readonly Autoresponder[], wanted: TriggerRequest['wanted']): Autoresponder[] {
  if ('ids' in wanted) {
    const known = new Map(autoresponders.map((autoresponder) => [autoresponder.id, autoresponder]));
    return [...new Set(wanted.ids)].map((id) => {
      const autoresponder = known.get(id);
      if (autoresponder === undefined) throw new NotFound('autoresponder');
      return autoresponder;
    });
  }
  const tests = wanted.names.map(matchesPattern);
  const chosen = autoresponders.filter(({ name }) => tests.some((matches) => matches(name)));
  if (chosen.length === 0) throw new NotFound('autoresponder');
  return chosen;
}
