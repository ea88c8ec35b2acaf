import { BOUNDS } from '../../engine/domain/bounds.ts';
import { EVENT_TYPES } from '../../engine/domain/webhooks.ts';
import type { WebhookEndpoint, WebhookEndpointAttributes } from '../../engine/db/webhooks/endpoints.ts';
import { mistakeInWebhookUrl } from '../../engine/webhooks/check-url.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, flag, objectOf, oneOf, shortText } from '../http/values.ts';

/** Request body of an endpoint. */
export const webhookEndpointInput = objectOf({
  url: shortText(BOUNDS.webhookUrl.max).trim().describe('Begins with https:// and resolves to a public address.'),
  events: arrayOf(oneOf(EVENT_TYPES), EVENT_TYPES.length)
    .nullish()
    .describe(
      'The types of events that are delivered. Default, null or empty: all events of jobs. service.went_back lists jobs that were lost when the database was restored to an earlier time; only endpoints that name it get it.',
    ),
  description: shortText(BOUNDS.webhookDescription.max).nullish(),
  enabled: flag.nullish().describe('Default: true. Set to true to enable an endpoint that the service has disabled.'),
});

/**
 * Reads an endpoint to create or update; what is not sent keeps its value or has its default.
 * @throws ValidationFailed
 */
export function readWebhookEndpoint(
  attributes: Attributes<typeof webhookEndpointInput>,
  current: WebhookEndpoint | null,
  { allowPrivateUrls }: { readonly allowPrivateUrls: boolean },
): WebhookEndpointAttributes {
  const keepsUrl = current !== null && !attributes.has('url');
  const url = keepsUrl ? current.url : attributes.demand('url');
  if (url !== null && !keepsUrl) {
    const mistake = mistakeInWebhookUrl(url, allowPrivateUrls);
    if (mistake !== null) attributes.refuse('url', mistake);
  }
  const events = attributes.find('events');
  const sent = events === null || events.length === 0 ? null : EVENT_TYPES.filter((type) => events.includes(type));
  const eventTypes = attributes.has('events') ? sent : (current?.eventTypes ?? null);
  const description = attributes.has('description') ? attributes.find('description') : (current?.description ?? null);
  const enabled = attributes.read('enabled', current?.enabled ?? true);
  attributes.check();
  return { url: url ?? '', eventTypes, description, enabled };
}
