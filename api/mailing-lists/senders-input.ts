import type { SendingKind } from '../../engine/db/lists/sending-references.ts';
import type { ListLookups } from '../../engine/lists/mailing-lists.ts';
import type { Attributes } from '../http/attributes.ts';
import { mailingListSettings } from './settings.ts';
import type { MailingListSettings } from './settings.ts';
import { readSendingReference, SENDING_INPUT } from './sending-reference-input.ts';
import { headerLine, objectOf, wholeNumber } from '../http/values.ts';

const DEFAULTS = mailingListSettings.parse({});

/** Request attributes of the sender of the list's campaigns. */
export const sendersInput = objectOf({
  d_from_email: headerLine.nullish(),
  d_from_name: headerLine.nullish(),
  d_reply_to: headerLine.nullish(),
  d_virtual_mta_id: SENDING_INPUT.virtual_mta.id,
  d_virtual_mta: SENDING_INPUT.virtual_mta.name,
  d_url_domain_id: SENDING_INPUT.url_domain.id,
  d_url_domain: SENDING_INPUT.url_domain.name,
  d_speed: wholeNumber(0).nullish().describe('0 is unlimited.'),
  d_sender_email: headerLine.nullish(),
  d_bounce_email_id: SENDING_INPUT.bounce_email.id,
  d_bounce_email: SENDING_INPUT.bounce_email.name,
});

/** Reads the defaults of who sends the list's campaigns, through what and how fast; null goes back to the default. */
export async function readSenders(
  attributes: Attributes<typeof sendersInput>,
  current: MailingListSettings,
  lookups: Pick<ListLookups, 'findSendingName'>,
) {
  const lineOf = (name: 'd_from_email' | 'd_from_name' | 'd_reply_to' | 'd_sender_email') =>
    attributes.has(name) ? attributes.read(name, DEFAULTS[name]) : current[name];
  const sendingNames: Partial<Record<SendingKind, string>> = {};
  const sendingIdOf = async (kind: SendingKind) => {
    const called = { id: `d_${kind}_id`, name: `d_${kind}` };
    const reference = await readSendingReference(attributes, kind, called, current[`d_${kind}_id`], lookups);
    if ('name' in reference) sendingNames[kind] = reference.name;
    return ('id' in reference ? reference.id : null) ?? DEFAULTS[`d_${kind}_id`];
  };

  const settings = {
    d_from_email: lineOf('d_from_email'),
    d_from_name: lineOf('d_from_name'),
    d_reply_to: lineOf('d_reply_to'),
    d_virtual_mta_id: await sendingIdOf('virtual_mta'),
    d_url_domain_id: await sendingIdOf('url_domain'),
    d_speed: attributes.has('d_speed') ? attributes.read('d_speed', DEFAULTS.d_speed) : current.d_speed,
    d_sender_email: lineOf('d_sender_email'),
    d_bounce_email_id: await sendingIdOf('bounce_email'),
  };
  return { settings, sendingNames };
}
