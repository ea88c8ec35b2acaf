import type pg from 'pg';
import { InvalidRequest } from '../../platform/errors.ts';
import { emailKey, twinKey } from '../../values/subscriber-key.ts';

/** The migration that makes the table of twins. */
export const CARRIES_KEYS_OVER = 42;

interface KeyedSubscriber {
  readonly id: number;
  readonly key: string;
  readonly email: string;
  readonly status: string;
}

/**
 * Statuses in order of precedence: of several subscribers with one address, the first keeps its key. Those who have left come
 * before active ones, so that none comes back by another spelling.
 */
const PRECEDENCE = ['scomp', 'unsubscribed', 'bounced', 'active', 'deactivated'];

const NON_ASCII = '[^\\x01-\\x7f]';

/**
 * Gives every subscriber with an international address the key of its ASCII form, in the caller's transaction. Of those of one list
 * who would share a key, one gets it; the others stay with keys of their own and are written to twin_addresses.
 * @throws InvalidRequest while an unfinished import holds such addresses by the keys of before
 */
export async function carryKeysOver(client: pg.ClientBase): Promise<void> {
  await requireNoStagedKeys(client);
  const { rows: lists } = await client.query<{ id: number }>(
    `select distinct s.mailing_list_id::double precision as id from subscribers s join mailing_lists l on l.id = s.mailing_list_id
      where l.primary_key_custom_field_id is null and s.email ~ '${NON_ASCII}'`,
  );
  for (const { id } of lists) await carryListOver(client, id);
}

async function carryListOver(client: pg.ClientBase, listId: number): Promise<void> {
  const { rows: international } = await client.query<KeyedSubscriber>(
    `select id::double precision, key, email, status from subscribers where mailing_list_id = $1 and email ~ '${NON_ASCII}'`,
    [listId],
  );
  const keys = [...new Set(international.map(({ email }) => emailKey(email)))];
  const { rows: holders } = await client.query<KeyedSubscriber>(
    `select id::double precision, key, email, status from subscribers where mailing_list_id = $1 and key = any ($2::text[])`,
    [listId, keys],
  );
  const sharing = new Map<string, KeyedSubscriber[]>();
  for (const subscriber of new Map([...international, ...holders].map((each) => [each.id, each])).values()) {
    const key = emailKey(subscriber.email);
    sharing.set(key, [...(sharing.get(key) ?? []), subscriber]);
  }
  const changes: { readonly id: number; readonly key: string; readonly sameAs: number | null }[] = [];
  for (const [key, subscribers] of sharing) {
    const [first, ...twins] = subscribers.sort(
      (one, other) => PRECEDENCE.indexOf(one.status) - PRECEDENCE.indexOf(other.status) || one.id - other.id,
    );
    if (first === undefined) continue;
    // Twins first: one of them may have the key.
    changes.unshift(...twins.map(({ id }) => ({ id, key: twinKey(key, id), sameAs: first.id })));
    if (first.key !== key) changes.push({ id: first.id, key, sameAs: null });
  }
  for (const isTwin of [true, false]) {
    const some = changes.filter(({ sameAs }) => (sameAs !== null) === isTwin);
    await client.query(
      `update subscribers s set key = c.key from unnest($2::bigint[], $3::text[]) c (id, key)
        where s.mailing_list_id = $1 and s.id = c.id`,
      [listId, some.map(({ id }) => id), some.map(({ key }) => key)],
    );
  }
  await client.query(
    `insert into twin_addresses (mailing_list_id, subscriber_id, same_as)
     select $1, t.id, t.same_as from unnest($2::bigint[], $3::bigint[]) t (id, same_as) where t.same_as is not null`,
    [listId, changes.map(({ id }) => id), changes.map(({ sameAs }) => sameAs)],
  );
}

/** Rows that are staged by other keys than those of their subscribers would add these again. */
async function requireNoStagedKeys(client: pg.ClientBase): Promise<void> {
  const { rows: staged } = await client.query<{ id: number; name: string }>(
    `select i.id::double precision, format('staging.import_%s', i.id) as name from subscriber_imports i
       join mailing_lists l on l.id = i.mailing_list_id
      where i.finished_at is null and l.primary_key_custom_field_id is null
        and to_regclass(format('staging.import_%s', i.id)) is not null`,
  );
  const held: number[] = [];
  for (const { id, name } of staged) {
    const { rowCount } = await client.query(`select from ${name} where email ~ '${NON_ASCII}' limit 1`);
    if (rowCount !== 0) held.push(id);
  }
  if (held.length === 0) return;
  throw new InvalidRequest(
    `Imports that have begun hold international addresses by the keys of before: ${held.join(', ')}. ` +
      'Let them end with the version before, or cancel them, and migrate again.',
  );
}

/** A subscriber with the address of another one of its list. */
export interface Twin {
  readonly listId: number;
  readonly subscriberId: number;
  readonly sameAs: number;
}

/** Counts the twins and reads the first of them, at most `limit`. */
export async function readTwins(
  client: pg.ClientBase | pg.Pool,
  limit: number,
): Promise<{ readonly count: number; readonly first: readonly Twin[] }> {
  const { rows } = await client.query<Twin & { readonly count: number }>(
    `select t.mailing_list_id::double precision as "listId", t.subscriber_id::double precision as "subscriberId", t.same_as::double precision as "sameAs",
            (count(*) over ())::double precision as count
       from twin_addresses t join subscribers s on s.mailing_list_id = t.mailing_list_id and s.id = t.subscriber_id
       join subscribers o on o.mailing_list_id = t.mailing_list_id and o.id = t.same_as
      order by t.mailing_list_id, t.subscriber_id limit $1`,
    [limit],
  );
  return { count: rows[0]?.count ?? 0, first: rows };
}
