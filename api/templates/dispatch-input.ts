import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { SendingId, SendingKind } from '../../engine/db/lists/sending-references.ts';
import type { ListLookups } from '../../engine/lists/mailing-lists.ts';
import type { SendingNames } from '../../engine/lists/sending-names.ts';
import type { Attributes } from '../http/attributes.ts';
import { autowinnerInput, readAutowinner } from './autowinner-input.ts';
import { parseFreeFormTime } from '../http/free-form-time.ts';
import { autowinnerSettings } from '../mailing-lists/settings.ts';
import { templateSeedListInput } from '../seed-lists/choice.ts';
import { readSendingReference, SENDING_INPUT } from '../mailing-lists/sending-reference-input.ts';
import { TIME_DESCRIPTION, TIME_EXAMPLES, TIME_SHAPES } from '../http/times.ts';
import { flag, headerLine, objectOf, oneOf, text, wholeNumber } from '../http/values.ts';

/** The states that delivery settings can name. */
export const DISPATCH_STATES = ['idle', 'scheduled', 'sending', 'finished', 'failed', 'cancelled'] as const;

/** Request attributes of the delivery settings of a template. */
export const dispatchInput = objectOf({
  state: oneOf(DISPATCH_STATES).nullish(),
  paused: flag.nullish(),
  from_email: headerLine.nullish(),
  from_name: headerLine.nullish(),
  reply_to: headerLine.nullish(),
  sender_email: headerLine.nullish(),
  speed: wholeNumber(0).nullish().describe('0 is unlimited.'),
  track_opens: flag.nullish(),
  track_links: flag.nullish(),
  begins_at: text
    .meta({
      description: `${TIME_DESCRIPTION} Other formats that imports accept are accepted too, with the month before the day.`,
      examples: TIME_EXAMPLES,
      maxLength: BOUNDS.timeText.max,
    })
    .nullish(),
  virtual_mta_id: SENDING_INPUT.virtual_mta.id,
  virtual_mta_name: SENDING_INPUT.virtual_mta.name,
  url_domain_id: SENDING_INPUT.url_domain.id,
  url_domain_name: SENDING_INPUT.url_domain.name,
  bounce_email_id: SENDING_INPUT.bounce_email.id,
  bounce_email_name: SENDING_INPUT.bounce_email.name,
  special_sending_rule_id: z.null().optional().describe('Always null: there are no sending rules.'),
  special_sending_rule_name: z.null().optional().describe('Always null: there are no sending rules.'),
  ...templateSeedListInput.shape,
  ...autowinnerInput.shape,
});

/** Reads delivery settings; what is not sent keeps its value. @throws InvalidRequest when a name is not that of the id sent with it */
export async function readDispatch(
  sent: Attributes<typeof dispatchInput>,
  current: Record<string, unknown> | null,
  { timeZone, lookups }: { timeZone: string; lookups: Pick<ListLookups, 'findSendingName'> },
): Promise<{ dispatch: Record<string, unknown>; sendingNames: SendingNames }> {
  const sendingNames: Partial<Record<SendingKind, string>> = {};
  const now = current ?? DEFAULTS;
  const lineOf = (name: 'from_name' | 'from_email' | 'reply_to' | 'sender_email') =>
    sent.has(name) ? sent.find(name) : now[name];
  const flagOf = (name: 'paused' | 'track_opens' | 'track_links') =>
    sent.has(name) ? sent.read(name, DEFAULTS[name]) : now[name];
  for (const name of ['special_sending_rule_id', 'special_sending_rule_name'] as const) {
    if ((sent.raw(name) ?? null) !== null) sent.refuse(name, 'is not a known rule');
  }
  const dispatch = {
    state: sent.has('state') ? sent.read('state', 'idle') : now.state,
    paused: flagOf('paused'),
    from_email: lineOf('from_email'),
    from_name: lineOf('from_name'),
    reply_to: lineOf('reply_to'),
    sender_email: lineOf('sender_email'),
    speed: sent.has('speed') ? sent.read('speed', 0) : now.speed,
    track_opens: flagOf('track_opens'),
    track_links: flagOf('track_links'),
    begins_at: sent.has('begins_at') ? readBeginsAt(sent, timeZone) : now.begins_at,
    virtual_mta_id: await sendingIdOf('virtual_mta'),
    url_domain_id: await sendingIdOf('url_domain'),
    bounce_email_id: await sendingIdOf('bounce_email'),
    ...readAutowinner(sent.as(autowinnerInput), autowinnerSettings.parse(withoutNulls(now))),
  };
  return { dispatch, sendingNames };

  async function sendingIdOf(kind: SendingKind): Promise<SendingId | null> {
    const current = sendingId.parse(now[`${kind}_id`] ?? null);
    const called = { id: `${kind}_id`, name: `${kind}_name` };
    const reference = await readSendingReference(sent, kind, called, current, lookups);
    if ('id' in reference) return reference.id;
    sendingNames[kind] = reference.name;
    return null;
  }
}

const sendingId = z.union([z.number(), z.string()]).nullable();

function readBeginsAt(sent: Attributes<typeof dispatchInput>, timeZone: string): string | null {
  const written = sent.find('begins_at');
  if (written === null || written.trim() === '') return null;
  const time = parseFreeFormTime(written, timeZone);
  if (time === null) sent.refuse('begins_at', `must be ${TIME_SHAPES}, or in another shape that imports take`);
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

function withoutNulls(settings: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
