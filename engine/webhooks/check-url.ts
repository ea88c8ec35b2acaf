import { WEBHOOK_BOUNDS } from '../domain/webhook-bounds.ts';

/**
 * Returns the mistake in the URL of an endpoint, as a predicate such as "must begin with https://"; null when there is none. Its
 * address is checked at each attempt. Private URLs may be http, too.
 */
export function mistakeInWebhookUrl(text: string, allowPrivateUrls: boolean): string | null {
  if (text.length > WEBHOOK_BOUNDS.webhookUrl.max) return `is too long (maximum is ${WEBHOOK_BOUNDS.webhookUrl.max})`;
  if (!URL.canParse(text)) return 'is not a valid URL';
  const { protocol, username, password } = new URL(text);
  if (protocol !== 'https:' && !(allowPrivateUrls && protocol === 'http:')) return 'must begin with https://';
  if (username !== '' || password !== '')
    return 'cannot have a user name or password: verify the signature of the events';
  return null;
}
