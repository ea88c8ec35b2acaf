import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listApplicableFields } from '../../../engine/db/fields/custom-fields.ts';
import { findListHead } from '../../../engine/db/lists/mailing-lists.ts';
import { InvalidRequest } from '../../../engine/platform/errors.ts';
import { readUnsubscribeToken } from '../../../engine/secrets/unsubscribe-token.ts';
import { unsubscribe } from '../../../engine/subscribers/unsubscribe.ts';
import { success } from '../../http/envelope.ts';
import { reachOf } from '../../http/reach.ts';
import { attributesOf } from '../../http/attributes.ts';
import { renderSubscriber, subscriberRecord } from '../record.ts';
import type { SubscriberContext } from '../record.ts';
import { ipAddress, objectOf, text } from '../../http/values.ts';
import { described } from '../../openapi/operation.ts';

const unsubscribeInput = objectOf({
  token: text.describe('What %%unsubscribe_token%% has become in a mail.'),
  ip: ipAddress.nullish(),
});

const operation = {
  tag: 'Subscribers',
  summary: 'Unsubscribes whom a token from a mail names.',
  body: objectOf({ unsubscribe: unsubscribeInput }),
  example: { unsubscribe: { token: 'from-a-mail', ip: '192.0.2.7' } },
  answer: subscriberRecord,
};

/** Unsubscribes whom a token from a mail names, and records where it was delivered. */
export default function routes(app: FastifyInstance, _options: object, done: () => void): void {
  app.post('/subscribers/unsubscribe', described('unsubscribeSubscriber', operation), async (request) => {
    const attributes = attributesOf(request.body, 'unsubscribe', unsubscribeInput);
    const text = attributes.raw('token');
    const token = typeof text === 'string' ? readUnsubscribeToken(app.tokenSecret, text) : null;
    if (token === null) throw new UnknownToken();
    const ip = attributes.find('ip');
    attributes.check();

    const context = await contextOf(request, token.mailingListId);
    const unsubscribed = await unsubscribe(request.pool, context, token, ip);
    if (unsubscribed === null) throw new UnknownToken();
    return success(renderSubscriber(unsubscribed, context));
  });

  async function contextOf({ caller, db }: FastifyRequest, listId: number): Promise<SubscriberContext> {
    const list = await findListHead(db, listId, reachOf(caller));
    if (list === null || list.isRemoteList) throw new UnknownToken();
    const fields = await listApplicableFields(db, { organizationId: list.organizationId, mailingListId: list.id });
    return { list, fields, timeZone: caller.timeZone };
  }

  done();
}

/** The same for a bad token and for one of a subscriber the caller does not reach. */
class UnknownToken extends InvalidRequest {
  constructor() {
    super('token is not an unsubscribe token of this service');
  }
}
