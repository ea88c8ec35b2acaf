import type { Attributes } from '../http/attributes.ts';
import { mailingListSettings } from './settings.ts';
import type { MailingListSettings } from './settings.ts';
import { readSendingReference, SENDING_INPUT } from './sending-reference-input.ts';
import type { SendingSurroundings } from './sending-reference-input.ts';
import { headerLine, objectOf, wholeNumber } from '../http/values.ts';

const DEFAULTS = mailingListSettings.parse({});

/** What can be sent of who sends the list's campaigns. */
export const sendersInput = objectOf({
  d_from_email: headerLine.nullish(),
  d_from_name: headerLine.nullish(),
  d_reply_to: headerLine.nullish(),
  d_virtual_mta_id: SENDING_INPUT.virtual_mta.id,
  d_virtual_mta: SENDING_INPUT.virtual_mta.name,
  d_url_domain_id: SENDING_INPUT.url_domain.id,
  d_url_domain: SENDING_INPUT.url_domain.name,
  d_speed: wholeNumber(0).nullish().describe('0 is without a limit.'),
  d_sender_email: headerLine.nullish(),
  d_bounce_email_id: SENDING_INPUT.bounce_email.id,
  d_bounce_email: SENDING_INPUT.bounce_email.name,
});

/** Reads the defaults of who sends the list's campaigns, through what and how fast; null goes back to the default. */
export async function readSenders(
  attributes: Attributes<typeof sendersInput>,
  current: MailingListSettings,
  surroundings: SendingSurroundings,
) {
  const lineOf = (name: 'd_from_email' | 'd_from_name' | 'd_reply_to' | 'd_sender_email') =>
    attributes.has(name) ? attributes.read(name, DEFAULTS[name]) : current[name];
  const referenceOf = (kind: 'virtual_mta' | 'url_domain' | 'bounce_email') => {
    const called = { id: `d_${kind}_id`, name: `d_${kind}` };
    return readSendingReference(attributes, kind, called, current[`d_${kind}_id`], surroundings);
  };

  return {
    d_from_email: lineOf('d_from_email'),
    d_from_name: lineOf('d_from_name'),
    d_reply_to: lineOf('d_reply_to'),
    d_virtual_mta_id: (await referenceOf('virtual_mta')) ?? DEFAULTS.d_virtual_mta_id,
    d_url_domain_id: (await referenceOf('url_domain')) ?? DEFAULTS.d_url_domain_id,
    d_speed: attributes.has('d_speed') ? attributes.read('d_speed', DEFAULTS.d_speed) : current.d_speed,
    d_sender_email: lineOf('d_sender_email'),
    d_bounce_email_id: (await referenceOf('bounce_email')) ?? DEFAULTS.d_bounce_email_id,
  };
}
