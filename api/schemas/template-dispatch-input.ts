import { z } from 'zod';
import { findOrganization } from '../../engine/db/organizations.ts';
import type { SendingKind } from '../../engine/db/sending-references.ts';
import type { Attributes } from './attributes.ts';
import { readAutowinner } from './autowinner-input.ts';
import { parseFreeFormTime } from './free-form-time.ts';
import { mailingListSettings } from './mailing-list-settings.ts';
import { readSendingReference } from './sending-reference-input.ts';
import type { SendingSurroundings } from './sending-reference-input.ts';
import { flag, headerLine, oneOf, text, wholeNumber } from './values.ts';

const sendingId = z.union([z.number(), z.string()]).nullable();
const STATES = ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled'] as const;

/** Reads delivery settings; what is not sent keeps its value. @throws InvalidRequest when a name is not that of the id sent with it */
export async function readDispatch(
  sent: Attributes,
  current: Record<string, unknown> | null,
  surroundings: SendingSurroundings,
): Promise<Record<string, unknown>> {
  const now = current ?? DEFAULTS;
  const lineOf = (name: 'from_name' | 'from_email' | 'reply_to' | 'sender_email') =>
    sent.has(name) ? sent.find(name, headerLine) : now[name];
  const flagOf = (name: 'paused' | 'track_opens' | 'track_links') =>
    sent.has(name) ? sent.read(name, flag, DEFAULTS[name]) : now[name];
  for (const name of ['special_sending_rule_id', 'special_sending_rule_name']) {
    if ((sent.raw(name) ?? null) !== null) sent.refuse(name, 'is not a known rule');
  }
  return {
    state: sent.has('state') ? sent.read('state', oneOf(STATES), 'idle') : now.state,
    paused: flagOf('paused'),
    from_email: lineOf('from_email'),
    from_name: lineOf('from_name'),
    reply_to: lineOf('reply_to'),
    sender_email: lineOf('sender_email'),
    speed: sent.has('speed') ? sent.read('speed', wholeNumber(0), 0) : now.speed,
    track_opens: flagOf('track_opens'),
    track_links: flagOf('track_links'),
    begins_at: sent.has('begins_at') ? await readBeginsAt(sent, surroundings) : now.begins_at,
    virtual_mta_id: await referenceOf('virtual_mta'),
    url_domain_id: await referenceOf('url_domain'),
    bounce_email_id: await referenceOf('bounce_email'),
    ...autowinnerOf(sent, now),
  };

  function referenceOf(kind: SendingKind) {
    const current = sendingId.parse(now[`${kind}_id`] ?? null);
    return readSendingReference(sent, kind, { id: `${kind}_id`, name: `${kind}_name` }, current, surroundings);
  }
}

async function readBeginsAt(sent: Attributes, { db, organizationId }: SendingSurroundings): Promise<string | null> {
  const written = sent.find('begins_at', text);
  if (written === null || written.trim() === '') return null;
  const organization = await findOrganization(db, organizationId);
  const time = parseFreeFormTime(written, organization?.timeZone ?? 'UTC');
  if (time === null) sent.refuse('begins_at', 'must be a time, for example 2015-01-22T11:10:00-06:00');
  return time?.toISOString() ?? null;
}

const DEFAULTS: Record<string, unknown> & Record<'paused' | 'track_opens' | 'track_links', boolean> = {
  state: 'idle',
  paused: false,
  from_email: null,
  from_name: null,
  reply_to: null,
  sender_email: null,
  speed: 0,
  track_opens: true,
  track_links: true,
  begins_at: null,
  virtual_mta_id: 0,
  url_domain_id: null,
  bounce_email_id: null,
  autowinner_enabled: false,
};

/** The rules of a list's defaults, whose names begin with d_. */
function autowinnerOf(sent: Attributes, now: Record<string, unknown>): Record<string, unknown> {
  const stripped = (name: string) => name.replace(/^d_/, '');
  const settings = Object.entries(now).filter(([name, value]) => name.startsWith('autowinner_') && value !== null);
  const current = mailingListSettings.parse(Object.fromEntries(settings.map(([name, value]) => [`d_${name}`, value])));
  const read = readAutowinner(
    {
      ...sent,
      has: (name) => sent.has(stripped(name)),
      raw: (name) => sent.raw(stripped(name)),
      find: (name, schema) => sent.find(stripped(name), schema),
      read: (name, schema, otherwise) => sent.read(stripped(name), schema, otherwise),
      refuse: (name, message) => sent.refuse(stripped(name), message),
    },
    current,
  );
  return Object.fromEntries(Object.entries(read).map(([name, value]) => [stripped(name), value]));
}
