import type { Attributes } from './attributes.ts';
import { DEFAULT_VIRTUAL_MTA, mailingListSettings } from './mailing-list-settings.ts';
import type { MailingListSettings } from './mailing-list-settings.ts';
import { shortText, wholeNumber } from './values.ts';

const DEFAULTS = mailingListSettings.parse({});

/** One line of a header: a line break in it would begin another header. */
const line = shortText(255).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');

/** Reads the defaults of who sends the list's campaigns, by which route and how fast; null goes back to the default. */
export function readSenders(attributes: Attributes, current: MailingListSettings) {
  const lineOf = (name: 'd_from_email' | 'd_from_name' | 'd_reply_to' | 'd_sender_email') =>
    attributes.has(name) ? attributes.read(name, line, DEFAULTS[name]) : current[name];

  return {
    d_from_email: lineOf('d_from_email'),
    d_from_name: lineOf('d_from_name'),
    d_reply_to: lineOf('d_reply_to'),
    ...readVirtualMta(attributes, current),
    ...readUrlDomain(attributes, current),
    d_speed: attributes.has('d_speed') ? attributes.read('d_speed', wholeNumber(0), DEFAULTS.d_speed) : current.d_speed,
    d_sender_email: lineOf('d_sender_email'),
    ...readBounceEmail(attributes, current),
  };
}

function readVirtualMta(attributes: Attributes, current: MailingListSettings) {
  refuseUnknownId(attributes, 'd_virtual_mta_id', [0, current.d_virtual_mta_id], 'virtual MTA');
  const isDefault = attributes.raw('d_virtual_mta_id') === 0;
  if (!attributes.has('d_virtual_mta') && !isDefault) {
    return { d_virtual_mta: current.d_virtual_mta, d_virtual_mta_id: current.d_virtual_mta_id };
  }
  const name = isDefault ? DEFAULT_VIRTUAL_MTA : attributes.read('d_virtual_mta', line, DEFAULT_VIRTUAL_MTA);
  return { d_virtual_mta: name, d_virtual_mta_id: name === DEFAULT_VIRTUAL_MTA ? 0 : null };
}

function readUrlDomain(attributes: Attributes, current: MailingListSettings) {
  refuseUnknownId(attributes, 'd_url_domain_id', [null, current.d_url_domain_id], 'URL domain');
  if (!attributes.has('d_url_domain')) {
    return { d_url_domain: current.d_url_domain, d_url_domain_id: current.d_url_domain_id };
  }
  return { d_url_domain: attributes.find('d_url_domain', line.nullable()), d_url_domain_id: null };
}

function readBounceEmail(attributes: Attributes, current: MailingListSettings) {
  refuseUnknownId(attributes, 'd_bounce_email_id', [null, '', current.d_bounce_email_id], 'bounce address');
  if (!attributes.has('d_bounce_email')) {
    return { d_bounce_email: current.d_bounce_email, d_bounce_email_id: current.d_bounce_email_id };
  }
  return { d_bounce_email: attributes.find('d_bounce_email', line.nullable()), d_bounce_email_id: '' };
}

function refuseUnknownId(attributes: Attributes, name: string, known: readonly unknown[], what: string): void {
  if (attributes.has(name) && !known.includes(attributes.raw(name))) attributes.refuse(name, `is not a known ${what}`);
}
