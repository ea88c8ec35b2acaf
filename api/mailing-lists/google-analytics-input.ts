import type { Attributes } from '../http/attributes.ts';
import type { GoogleAnalytics } from './settings.ts';
import { arrayOf, flag, objectOf, shortText, text } from '../http/values.ts';

/** Request attribute of the tracking of a list. */
export const googleAnalyticsInput = objectOf({
  enabled: flag.nullish(),
  tracking_id: shortText(255).nullish(),
  source: shortText(255).nullish(),
  restrict_to_domain_list: flag.nullish(),
  domain_list: arrayOf(text).nullish().describe('Host names.'),
});

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;

/** Reads the tracking of a list: everything it needs when enabled, nothing else when not. Keys not sent stay. */
export function readGoogleAnalytics(
  tracking: Attributes<typeof googleAnalyticsInput>,
  current: GoogleAnalytics,
): GoogleAnalytics {
  const known = current.enabled ? current : NOTHING_KNOWN;
  if (!tracking.read('enabled', current.enabled)) return { enabled: false };

  const settings = {
    enabled: true as const,
    tracking_id: tracking.read('tracking_id', known.tracking_id),
    source: tracking.read('source', known.source),
    restrict_to_domain_list: tracking.read('restrict_to_domain_list', known.restrict_to_domain_list),
    domain_list: tracking.read('domain_list', known.domain_list),
  };
  for (const name of ['tracking_id', 'source'] as const) {
    if (settings[name].trim() === '') tracking.refuse(name, 'cannot be blank');
  }
  if (settings.restrict_to_domain_list && settings.domain_list.length === 0) {
    tracking.refuse('domain_list', 'cannot be empty when restrict_to_domain_list is true');
  }
  if (!settings.domain_list.every((domain) => HOST_NAME.test(domain))) {
    tracking.refuse('domain_list', 'has an entry that is not a host name');
  }
  return settings;
}

const NOTHING_KNOWN = { tracking_id: '', source: '', restrict_to_domain_list: false, domain_list: [] };
