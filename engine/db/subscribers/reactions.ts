import type { PoolClient } from 'pg';
import { isSuppressed } from '../suppressed-addresses/is-suppressed.ts';
import { matchesPattern } from '../../values/name-pattern.ts';
import type { SubscriberWriting } from './write-subscribers.ts';

export interface Autoresponder {
  readonly id: number;
  readonly name: string;
  /** Event that sets it off. */
  readonly trigger: string;
  /** Whether subscribers that the API adds set it off. */
  readonly runsOnApi: boolean;
}

/** Limits that a caller sets on the autoresponders of a new subscriber; they survive JSON. */
export interface SubscriptionControls {
  readonly skip: boolean;
  /** A pattern for names; null takes all of them. */
  readonly filter: string | null;
  /** Sets none off when one of them is queued for the subscriber already. */
  readonly excludeReacted: boolean;
}

/** Every autoresponder of a list by id, paused ones too. */
export async function listAutoresponders(client: PoolClient, mailingListId: number): Promise<Autoresponder[]> {
  const { rows } = await client.query<Autoresponder>(
    `select id, name, trigger, trigger_run_on_api as "runsOnApi"
       from autoresponders where mailing_list_id = $1 and deleted_at is null order by id`,
    [mailingListId],
  );
  return rows;
}

/** Queues what a subscription through the API sets off, except the autoresponders in `already`. */
export async function reactToSubscription(
  writing: SubscriberWriting,
  subscriber: { readonly id: number; readonly status: string },
  { skip, filter, excludeReacted }: SubscriptionControls,
  { already = [], texts = null }: { readonly already?: readonly number[]; readonly texts?: ReplacementTexts } = {},
): Promise<void> {
  if (skip || subscriber.status !== 'active') return;
  const isAskedFor = filter === null ? () => true : matchesPattern(filter);
  const remaining = (await listAutoresponders(writing.client, writing.listId))
    .filter(({ trigger, runsOnApi, name }) => trigger === 'subscription' && runsOnApi && isAskedFor(name))
    .map(({ id }) => id);
  if (excludeReacted && (await hasReaction(writing, subscriber.id, remaining))) return;
  const queued = new Set(already);
  const due = remaining.filter((id) => !queued.has(id));
  await queueReactions(writing, subscriber.id, due, texts);
}

/** Texts for the mail of the reactions, by name; null for none. */
export type ReplacementTexts = Readonly<Record<string, string>> | null;

const SUPPRESSED = isSuppressed({
  organizationId: 'l.organization_id',
  ...{ key: 's.key', email: 's.email', hasAddressKeys: 'l.primary_key_custom_field_id is null' },
});

/**
 * Queues one reaction of each autoresponder, due after its delay; those queued before stay as they are. A subscriber whose address is
 * suppressed gets none.
 */
export async function queueReactions(
  { client, listId }: SubscriberWriting,
  subscriberId: number,
  autoresponderIds: readonly number[],
  texts: ReplacementTexts,
): Promise<void> {
  if (autoresponderIds.length === 0) return;
  await client.query(
    `insert into autoresponder_reactions
       (autoresponder_id, mailing_list_id, subscriber_id, due_at, content_replacement_fields)
     select a.id, a.mailing_list_id, s.id, now() + make_interval(secs => a.delay_seconds), $4::jsonb
       from autoresponders a
       join subscribers s on s.mailing_list_id = a.mailing_list_id and s.id = $2
       join mailing_lists l on l.id = a.mailing_list_id
      where a.mailing_list_id = $1 and a.id = any ($3::bigint[]) and a.deleted_at is null and not ${SUPPRESSED}
      order by a.id`,
    [listId, subscriberId, autoresponderIds, texts === null ? null : JSON.stringify(texts)],
  );
}

async function hasReaction(
  { client, listId }: SubscriberWriting,
  subscriberId: number,
  autoresponderIds: readonly number[],
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from autoresponder_reactions
      where mailing_list_id = $1 and subscriber_id = $2 and autoresponder_id = any ($3::bigint[]) limit 1`,
    [listId, subscriberId, autoresponderIds],
  );
  return rowCount !== 0;
}
