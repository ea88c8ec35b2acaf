import { setTimeout as delay } from 'node:timers/promises';
import { startWebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Answer, WebhookReceiver } from '../../support/webhook-receiver.ts';
import type { Random } from '../random.ts';
import type { Scenario } from '../scenario.ts';
import { makeCsvFile } from '../sources/csv-file.ts';
import { createListFor, inline, THOROUGH } from '../sources/list.ts';
import { until } from '../until.ts';
import type { Stage } from '../world/world.ts';

/** Answers of receivers while workers are killed. Afterwards all of them take what comes. */
const TROUBLES: readonly ((random: Random) => Answer)[] = [
  () => 'away',
  () => 'slow',
  () => 'silent',
  (random) => random.pick([204, 500, 'away'] as const),
];

/** Events of imports reach receivers that are away, slow or refuse some, from workers that are killed in between. */
export const webhooks: Scenario = {
  name: 'webhooks',
  title: 'every event arrives at every webhook endpoint, whatever its receiver does and when workers are killed',
  only: 'full',
  play: async (stage) => {
    const { random, figures, api } = stage;
    let { worker } = await stage.serve();
    const file = makeCsvFile(random, { rows: 20 });
    const listId = await createListFor(stage, file);
    const endpoints = await Promise.all(TROUBLES.map((trouble) => addEndpoint(stage, trouble)));
    const imports: number[] = [];
    for (let round = 0; round < (stage.size === 'full' ? 8 : 2); round++) {
      for (let count = random.int(1, 4); count > 0; count--) {
        const subscriber_import = { ...THOROUGH, file_source: inline(file) };
        const { id } = await api.demand('POST', `/mailing_lists/${listId}/subscriber_imports`, { subscriber_import });
        imports.push(id as number);
      }
      await delay(random.int(0, MOST_DELAY_MS));
      await worker.kill();
      figures.add('kill -9 of a worker: while it delivered events');
      worker = await stage.start('worker');
    }
    for (const id of imports) await api.untilEnded(id);
    for (const { id, receiver } of endpoints) {
      receiver.answer(204);
      // What happens by itself at the end of a back-off, and of a round that waits for an answer.
      await api.demand('PUT', `/webhook_endpoints/${id}`, { webhook_endpoint: { enabled: true } });
    }
    for (const { id, receiver } of endpoints) {
      await until(`nothing waits for the endpoint ${id}`, async () =>
        (await api.demand('GET', `/webhook_endpoints/${id}`)).waiting === 0 ? true : null,
      );
      requireEach(receiver, imports);
      await api.demand('DELETE', `/webhook_endpoints/${id}`);
      await receiver.close();
    }
  },
};

const MOST_DELAY_MS = 800;

async function addEndpoint({ api, random }: Stage, trouble: (random: Random) => Answer) {
  const receiver = await startWebhookReceiver();
  receiver.answer(() => trouble(random));
  const { id, secret } = await api.demand('POST', '/webhook_endpoints', { webhook_endpoint: { url: receiver.url } });
  receiver.verifyBy(secret as string);
  return { id: id as number, receiver };
}

/** @throws Error unless the receiver took each event of the imports, under one id however often it came */
function requireEach(receiver: WebhookReceiver, imports: readonly number[]): void {
  const events = new Map(receiver.taken().map(({ id, type, data }) => [id, `${type} ${String(data['id'])}`]));
  const expected = imports.flatMap((id) => [`job.started ${id}`, `job.finished ${id}`]).sort();
  const taken = [...events.values()].sort();
  if (JSON.stringify(taken) !== JSON.stringify(expected)) {
    throw new Error(`A receiver took ${taken.join(', ')} instead of ${expected.join(', ')}.`);
  }
  if (receiver.faults().length > 0) throw new Error(`Signatures were wrong: ${receiver.faults().join(' ')}`);
}
