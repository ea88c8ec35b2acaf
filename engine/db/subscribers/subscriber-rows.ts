import type { StoredValue } from '../../values/custom-field.ts';
import type { EmailFormat, SubscriberStatus } from '../../domain/subscribers.ts';
import type { Subscriber } from './subscribers.ts';
import { prepared } from '../core/prepared.ts';
import { isKeyCollision } from '../imports/merge.ts';
import { spellingsOf } from '../../values/subscriber-key.ts';
import { Collision, requireRoom } from './write-subscribers.ts';
import type { SubscriberWriting } from './write-subscribers.ts';

/** A subscriber to add; it survives JSON. Times are ISO 8601, a null subscribeTime is the moment of adding. */
export interface NewSubscriber {
  readonly email: string;
  readonly status: SubscriberStatus;
  readonly emailFormat: EmailFormat | null;
  readonly confirmed: boolean | null;
  readonly subscribeTime: string | null;
  readonly subscribeIp: string | null;
  /** Custom field id -> value; unset fields are absent. */
  readonly customFields: Readonly<Record<string, StoredValue>>;
}

/** The new state of a subscriber: as it was, but for the changes. A null subscribeTime leaves the stored one alone. */
export interface ChangedSubscriber extends Omit<NewSubscriber, 'customFields'> {
  readonly customFields: Readonly<Record<string, unknown>>;
  /** IP address that a removal came from; null when unknown. */
  readonly removeIp: string | null;
}

/** Name of one subscriber of a list: its id, or the key of its address. */
export type SubscriberName = { readonly id: number } | { readonly email: string };

/** The subscribers of that name, at most `limit`, by id; each row is held until the transaction ends. */
export async function lockSubscribers(
  { client, listId }: SubscriberWriting,
  name: SubscriberName,
  { hasAlternateKey, limit }: { readonly hasAlternateKey: boolean; readonly limit: number },
): Promise<Subscriber[]> {
  const isNamed = 'id' in name ? 'id = $2' : hasAlternateKey ? HAS_ADDRESS : 'key = $2';
  // Rows are locked in the order of their keys, as by everybody who locks several.
  const { rows } = await client.query<Subscriber>(
    prepared(
      `with named as materialized (
       select id, key from subscribers where mailing_list_id = $1 and (${isNamed}) order by id limit $3
     )
     select ${columnsOf('s')}
       from (select * from named order by key) n
       join lateral (select * from subscribers where mailing_list_id = $1 and id = n.id and (${isNamed}) for update) s on true`,
      [listId, 'id' in name ? name.id : hasAlternateKey ? spellingsOf(name.email) : name.email, limit],
    ),
  );
  return rows.sort((one, other) => one.id - other.id);
}

/** Adds a subscriber; null when the key is taken. @throws ValidationFailed when the organization has no room for it. */
export async function insertSubscriber(
  writing: SubscriberWriting,
  key: string,
  subscriber: NewSubscriber,
): Promise<Subscriber | null> {
  const { rows } = await writing.client.query<Subscriber>(
    `insert into subscribers (mailing_list_id, key, email, status, email_format, confirmed, confirm_time, subscribe_time,
                              subscribe_ip, remove_time, custom_fields)
     values ($1, $2, $3, $4::subscriber_status, $5, $6, case when $6::boolean then now() end,
             coalesce($7::timestamptz, now()), $8, case when $4::subscriber_status <> 'active' then now() end, $9)
     on conflict (mailing_list_id, key) do nothing
     returning ${columnsOf('subscribers')}`,
    [
      writing.listId,
      key,
      subscriber.email,
      subscriber.status,
      subscriber.emailFormat,
      subscriber.confirmed,
      subscriber.subscribeTime,
      subscriber.subscribeIp,
      JSON.stringify(subscriber.customFields),
    ],
  );
  const [added] = rows;
  if (added === undefined) return null;
  requireRoom(writing);
  writing.count(null, added.status);
  return added;
}

/** Writes a locked subscriber; null when another one has the key (null keeps it). A removal is dated once, being active clears it. */
export async function updateSubscriber(
  writing: SubscriberWriting,
  before: Subscriber,
  key: string | null,
  after: ChangedSubscriber,
): Promise<Subscriber | null> {
  if (key !== null && (await isKeyTaken(writing, key, before.id))) return null;
  const update = writing.client.query<Subscriber>(
    prepared(
      `update subscribers
        set key = coalesce($3, key), email = $4, status = $5::subscriber_status, email_format = $6, confirmed = $7,
            confirm_time = case when confirmed is not distinct from $7::boolean then confirm_time when $7 then now() end,
            subscribe_time = coalesce($8::timestamptz, subscribe_time), subscribe_ip = $9,
            remove_time = case when $5::subscriber_status <> 'active' then coalesce(remove_time, now()) end,
            remove_ip = case when $5::subscriber_status <> 'active' then coalesce($10, remove_ip) end,
            custom_fields = $11
      where mailing_list_id = $1 and id = $2
     returning ${columnsOf('subscribers')}`,
      [
        writing.listId,
        before.id,
        key,
        after.email,
        after.status,
        after.emailFormat,
        after.confirmed,
        after.subscribeTime,
        after.subscribeIp,
        after.removeIp,
        JSON.stringify(after.customFields),
      ],
    ),
  );
  const { rows } = await update.catch((error: unknown) => {
    throw isKeyCollision(error) ? new Collision() : error;
  });
  const [changed] = rows;
  if (changed === undefined) throw new Error(`The locked subscriber ${before.id} is gone.`);
  writing.count(before.status, changed.status);
  return changed;
}

/** Whether a subscriber of the list, other than the one of that id, has the key. */
export async function isKeyTaken(
  { client, listId }: SubscriberWriting,
  key: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from subscribers where mailing_list_id = $1 and key = $2 and id is distinct from $3::bigint`,
    [listId, key, exceptId],
  );
  return rowCount !== 0;
}

/** Removes locked subscribers and what is queued for them. */
export async function deleteSubscribers(
  { client, listId, count }: SubscriberWriting,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const ids = subscribers.map(({ id }) => id);
  await client.query(
    `delete from autoresponder_reactions where mailing_list_id = $1 and subscriber_id = any ($2::bigint[])`,
    [listId, ids],
  );
  await client.query(`delete from subscribers where mailing_list_id = $1 and id = any ($2::bigint[])`, [listId, ids]);
  for (const { status } of subscribers) count(status, null);
}

/** The index of addresses leaves out rows whose key happens to be the address. */
const HAS_ADDRESS = `key <> lower(email) and lower(email) = any ($2::text[]) or key = lower(email) and key = any ($2::text[])`;

function columnsOf(table: string): string {
  return `${table}.id, ${table}.email, ${table}.status, ${table}.email_format as "emailFormat", ${table}.confirmed,
          ${table}.subscribe_time as "subscribeTime", ${table}.subscribe_ip as "subscribeIp",
          ${table}.custom_fields as "customFields", ${table}.created_at as "createdAt"`;
}
