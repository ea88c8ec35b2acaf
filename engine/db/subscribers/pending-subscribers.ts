import type { PoolClient } from 'pg';
import { createCode, hashCode } from '../../platform/random-code.ts';
import type { Connections, Queryable } from '../core/connections.ts';
import type { SubscriptionControls } from './reactions.ts';
import type { NewSubscriber } from './subscriber-rows.ts';

/** A subscription that has still to be confirmed. */
export interface PendingSubscriber {
  readonly id: number;
  readonly mailingListId: number;
  readonly state: 'waiting' | 'confirmed' | 'expired';
  /** Null once confirmed, and some time after it expired. */
  readonly subscriber: NewSubscriber | null;
  readonly autoresponders: SubscriptionControls | null;
}

/** Stores who waits for confirmation and answers the token of the link, and when that was. */
export async function addPendingSubscriber(
  pool: Queryable,
  pending: {
    readonly mailingListId: number;
    readonly webFormId: number;
    readonly subscriber: NewSubscriber;
    readonly autoresponders: SubscriptionControls;
    readonly validityMs: number;
  },
): Promise<{ readonly token: string; readonly at: Date }> {
  const token = createCode();
  const { rows } = await pool.query<{ at: Date }>(
    `insert into pending_subscribers (mailing_list_id, web_form_id, token_hash, subscriber, autoresponders, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::float8 / 1000)) returning created_at as at`,
    [
      pending.mailingListId,
      pending.webFormId,
      hashCode(token),
      JSON.stringify(pending.subscriber),
      JSON.stringify(pending.autoresponders),
      pending.validityMs,
    ],
  );
  return { token, at: (rows[0] as { at: Date }).at };
}

/** Forgets who was stored with the token. */
export async function removePendingSubscriber(pool: Connections, token: string): Promise<void> {
  await pool.query(`delete from pending_subscribers where token_hash = $1`, [hashCode(token)]);
}

/** Finds the subscriber stored with the token; null when there is none. In a transaction the row may be held until it ends. */
export async function findPendingSubscriber(
  db: Queryable,
  token: string,
  { hold }: { readonly hold: boolean } = { hold: false },
): Promise<PendingSubscriber | null> {
  const { rows } = await db.query<PendingSubscriber>(
    `select id, mailing_list_id as "mailingListId", subscriber, autoresponders,
            case when confirmed_at is not null then 'confirmed'
                 when expires_at <= now() or subscriber is null then 'expired'
                 else 'waiting' end as state
       from pending_subscribers where token_hash = $1 ${hold ? 'for update' : ''}`,
    [hashCode(token)],
  );
  return rows[0] ?? null;
}

/** Notes that the link was followed; what is known of the subscriber is only in the list from now on. */
export async function markConfirmed(client: PoolClient, id: number): Promise<void> {
  await client.query(
    `update pending_subscribers set confirmed_at = now(), subscriber = null, autoresponders = null where id = $1`,
    [id],
  );
}

/** Forgets what is known of those whose link has expired, and answers how many they were. */
export async function emptyExpiredPendingSubscribers(pool: Connections): Promise<number> {
  // Rows that are held belong to a link that is being followed in its last moment.
  const { rowCount } = await pool.query(
    `update pending_subscribers set subscriber = null, autoresponders = null
      where id in (
        select id from pending_subscribers where subscriber is not null and expires_at <= now() for update skip locked)`,
  );
  return rowCount ?? 0;
}

/** Removes what remains of links that expired long ago, and answers how many they were. */
export async function removeOldPendingSubscribers(pool: Connections): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from pending_subscribers where expires_at < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  );
  return rowCount ?? 0;
}

/** Days for which an expired link still gets an answer of its own. */
const KEPT_DAYS = 90;
