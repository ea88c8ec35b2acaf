import type { FastifyRequest } from 'fastify';
import type { Database } from '../../engine/db/core/slonik.ts';
import { findWebhookEndpoint, lockWebhookEndpoint } from '../../engine/db/webhooks/endpoints.ts';
import type { WebhookEndpoint } from '../../engine/db/webhooks/endpoints.ts';
import { NotFound } from '../../engine/platform/errors.ts';
import { idOf } from '../http/parameters.ts';
import { reachOf } from '../http/reach.ts';

/** A call whose path names an endpoint. */
export type EndpointRequest = FastifyRequest<{ Params: { id: string } }>;

/** The endpoint that a path names, if the caller reaches it. @throws NotFound */
export async function requireWebhookEndpoint({ caller, db, params }: EndpointRequest): Promise<WebhookEndpoint> {
  const found = await findWebhookEndpoint(db, idOf(params.id, WHAT), reachOf(caller));
  if (found === null) throw new NotFound(WHAT);
  return found;
}

/** The same, holding the row until the transaction ends. @throws NotFound */
export async function requireLockedWebhookEndpoint(
  transaction: Database,
  { caller, params }: EndpointRequest,
): Promise<WebhookEndpoint> {
  const found = await lockWebhookEndpoint(transaction, idOf(params.id, WHAT), reachOf(caller));
  if (found === null) throw new NotFound(WHAT);
  return found;
}

const WHAT = 'webhook endpoint';
