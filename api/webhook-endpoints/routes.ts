import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import {
  countWebhookAttempts,
  listWebhookAttempts,
  recordTestEvent,
  waitAgain,
} from '../../engine/db/webhooks/attempts.ts';
import {
  deleteWebhookEndpoint,
  insertWebhookEndpoint,
  listWebhookEndpoints,
  reserveWebhookEndpointId,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from '../../engine/db/webhooks/endpoints.ts';
import { NotFound, ValidationFailed } from '../../engine/platform/errors.ts';
import { createWebhookSecret, sealWebhookSecret } from '../../engine/webhooks/secret.ts';
import { wrapped, wrappedChanges } from '../http/attributes.ts';
import { PAGES_OF_100, readPage } from '../http/paging.ts';
import { idOf } from '../http/parameters.ts';
import { route } from '../http/route.ts';
import { renderWebhookAttempt, webhookAttemptRecord } from './attempt-record.ts';
import { readWebhookEndpoint, webhookEndpointInput } from './input.ts';
import { requireLockedWebhookEndpoint, requireWebhookEndpoint } from './lookups.ts';
import { renderWebhookEndpoint, webhookEndpointRecord, webhookEndpointWithSecret } from './record.ts';

const tag = 'Extensions';
const MAXIMUM = BOUNDS.webhookEndpoints.max;
const DISABLED = 'the webhook endpoint is disabled: send "enabled": true first';

export default [
  route({
    method: 'GET',
    path: '/webhook_endpoints/:id/attempts',
    operationId: 'listWebhookAttempts',
    tag,
    summary: 'Lists the attempts of the last 30 days to deliver events to a webhook endpoint, the latest first.',
    paging: PAGES_OF_100,
    answer: z.array(webhookAttemptRecord),
    handle: async (request, input) => {
      const { id } = await requireWebhookEndpoint(request);
      const { paging } = input;
      return readPage(request.read, paging, {
        list: (db) => listWebhookAttempts(db, id, paging),
        count: (db) => countWebhookAttempts(db, id),
        render: (attempt) => renderWebhookAttempt(attempt, request.caller.timeZone),
      });
    },
  }),
  route({
    method: 'POST',
    path: '/webhook_endpoints',
    operationId: 'createWebhookEndpoint',
    tag,
    summary: 'Adds a webhook endpoint that receives the events of jobs.',
    body: wrapped('webhook_endpoint', webhookEndpointInput),
    example: { webhook_endpoint: { url: 'https://hooks.example.com/sluice', events: ['job.finished', 'job.failed'] } },
    answer: webhookEndpointWithSecret,
    handle: async ({ server: app, caller, db }, { body }) => {
      const read = readWebhookEndpoint(body, null, app.config);
      const id = await reserveWebhookEndpointId(db);
      const secret = createWebhookSecret();
      const { organizationId, timeZone } = caller;
      const row = { ...read, id, organizationId, secret: sealWebhookSecret(app.secrets, id, secret) };
      const created = await insertWebhookEndpoint(db, row, MAXIMUM);
      if (created === null) {
        throw new ValidationFailed(`the organization has ${MAXIMUM} webhook endpoints: delete or change one of them`);
      }
      return { ...renderWebhookEndpoint(created, timeZone), secret };
    },
  }),
  route({
    method: 'DELETE',
    path: '/webhook_endpoints/:id',
    operationId: 'deleteWebhookEndpoint',
    tag,
    summary: 'Deletes a webhook endpoint, its waiting events and its attempts.',
    answer: null,
    handle: async (request) => {
      await request.db.transaction(async (transaction) => {
        const { id } = await requireLockedWebhookEndpoint(transaction, request);
        await deleteWebhookEndpoint(transaction, id);
      });
      return null;
    },
  }),
  route({
    method: 'GET',
    path: '/webhook_endpoints',
    operationId: 'listWebhookEndpoints',
    tag,
    summary: 'Lists the webhook endpoints, the oldest first.',
    answer: z.array(webhookEndpointRecord),
    handle: async ({ caller, db }) => {
      const rows = await listWebhookEndpoints(db, caller.organizationId);
      return rows.map((row) => renderWebhookEndpoint(row, caller.timeZone));
    },
  }),
  route({
    method: 'POST',
    path: '/webhook_endpoints/:id/attempts/:attempt_id/redeliver',
    operationId: 'redeliverWebhook',
    tag,
    summary: 'Delivers the event of an earlier attempt again, with the same webhook-id.',
    answer: null,
    handle: async (request) => {
      const attemptId = idOf(request.params.attempt_id, 'attempt');
      const endpoint = await requireWebhookEndpoint(request);
      if (!endpoint.enabled) throw new ValidationFailed(DISABLED);
      if (!(await waitAgain(request.db, endpoint.id, attemptId))) throw new NotFound('attempt');
      await request.server.jobs.retryDeliveries(endpoint, request.caller.by);
      return null;
    },
  }),
  route({
    method: 'POST',
    path: '/webhook_endpoints/:id/test',
    operationId: 'triggerWebhookTest',
    tag,
    summary: 'Delivers a test event (endpoint.test) to a webhook endpoint, signed and retried like any other event.',
    answer: null,
    handle: async (request) => {
      const endpoint = await request.db.transaction(async (transaction) => {
        const locked = await requireLockedWebhookEndpoint(transaction, request);
        if (!locked.enabled) throw new ValidationFailed(DISABLED);
        if (!(await recordTestEvent(transaction, locked))) {
          throw new ValidationFailed('a test event waits for the webhook endpoint already: its attempts say why');
        }
        return locked;
      });
      await request.server.jobs.retryDeliveries(endpoint, request.caller.by);
      return null;
    },
  }),
  route({
    method: 'POST',
    path: '/webhook_endpoints/:id/rotate_secret',
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Replaces the secret of a webhook endpoint. For 24 hours events are also signed with the old one.',
    answer: webhookEndpointWithSecret,
    handle: async (request) => {
      const secret = createWebhookSecret();
      const oldForMs = BOUNDS.webhookOldSecret.max;
      const endpoint = await request.db.transaction(async (transaction) => {
        const current = await requireLockedWebhookEndpoint(transaction, request);
        const sealed = sealWebhookSecret(request.server.secrets, current.id, secret);
        await rotateWebhookSecret(transaction, current.id, sealed, oldForMs);
        return current;
      });
      return { ...renderWebhookEndpoint(endpoint, request.caller.timeZone), secret };
    },
  }),
  route({
    method: 'GET',
    path: '/webhook_endpoints/:id',
    operationId: 'getWebhookEndpoint',
    tag,
    summary: 'Shows a webhook endpoint.',
    answer: webhookEndpointRecord,
    handle: async (request) => renderWebhookEndpoint(await requireWebhookEndpoint(request), request.caller.timeZone),
  }),
  route({
    method: 'PUT',
    path: '/webhook_endpoints/:id',
    operationId: 'updateWebhookEndpoint',
    tag,
    summary: 'Updates a webhook endpoint. Once it is enabled, waiting events are delivered immediately.',
    body: wrappedChanges('webhook_endpoint', webhookEndpointInput),
    example: { webhook_endpoint: { enabled: true } },
    answer: webhookEndpointRecord,
    handle: async (request, { body }) => {
      const { server: app, caller } = request;
      const updated = await request.db.transaction(async (transaction) => {
        const current = await requireLockedWebhookEndpoint(transaction, request);
        return updateWebhookEndpoint(transaction, current.id, readWebhookEndpoint(body, current, app.config));
      });
      if (updated.enabled && updated.waiting > 0) {
        await app.jobs.retryDeliveries(updated, caller.by);
      }
      return renderWebhookEndpoint(updated, caller.timeZone);
    },
  }),
];
