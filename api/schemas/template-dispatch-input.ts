import {
  isBounceEmailId,
  isSendingId,
  registerBounceEmail,
  registerSendingName,
} from '../../engine/db/sending-references.ts';
import type { SendingKind } from '../../engine/db/sending-references.ts';
import type { Database } from '../../engine/db/slonik.ts';
import { InvalidRequest } from '../../engine/errors.ts';
import type { Attributes } from './attributes.ts';
import { readAutowinner } from './autowinner-input.ts';
import { mailingListSettings } from './mailing-list-settings.ts';
import { emailAddress, flag, oneOf, shortText, time, wholeNumber } from './values.ts';

const STATES = ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled'] as const;
const line = shortText(255).refine((value) => !/[\r\n]/.test(value), 'cannot have a line break');

/** Reads delivery settings; what is not sent keeps its value. @throws InvalidRequest when an id and a name are sent */
export async function readDispatch(
  sent: Attributes,
  current: Record<string, unknown> | null,
  { db, organizationId }: { db: Database; organizationId: number },
): Promise<Record<string, unknown>> {
  const now = current ?? DEFAULTS;
  const lineOf = (name: 'from_name' | 'from_email' | 'reply_to' | 'sender_email') =>
    sent.has(name) ? sent.find(name, line) : now[name];
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
    begins_at: sent.has('begins_at') ? (sent.find('begins_at', time)?.toISOString() ?? null) : now.begins_at,
    virtual_mta_id: await readReference('virtual_mta'),
    url_domain_id: await readReference('url_domain'),
    bounce_email_id: await readBounceEmail(),
    ...autowinnerOf(sent, now),
  };

  async function readReference(kind: SendingKind): Promise<unknown> {
    const [idName, name] = [`${kind}_id`, `${kind}_name`];
    refuseBoth(sent, idName, name);
    if (isGiven(sent, name)) {
      const named = sent.find(name, line);
      return named === null ? null : registerSendingName(db, organizationId, kind, named.trim());
    }
    if (!sent.has(idName)) return now[idName];
    if (!isGiven(sent, idName)) return null;
    const id = sent.find(idName, wholeNumber(0));
    if (id !== null && !(await isSendingId(db, organizationId, kind, id))) sent.refuse(idName, 'is not known');
    return id;
  }

  async function readBounceEmail(): Promise<unknown> {
    refuseBoth(sent, 'bounce_email_id', 'bounce_email_name');
    if (isGiven(sent, 'bounce_email_name')) {
      const email = sent.find('bounce_email_name', emailAddress);
      return email === null ? null : registerBounceEmail(db, organizationId, email);
    }
    if (!sent.has('bounce_email_id')) return now.bounce_email_id;
    if (!isGiven(sent, 'bounce_email_id')) return null;
    const id = sent.find('bounce_email_id', line);
    if (id !== null && !(await isBounceEmailId(db, organizationId, id))) sent.refuse('bounce_email_id', 'is not known');
    return id;
  }
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

/** Blank means the general setting. */
function isGiven(sent: Attributes, name: string): boolean {
  return (sent.raw(name) ?? '') !== '';
}

function refuseBoth(sent: Attributes, one: string, other: string): void {
  if (isGiven(sent, one) && isGiven(sent, other)) {
    throw new InvalidRequest(`${one} and ${other} must not be sent together`);
  }
}

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
