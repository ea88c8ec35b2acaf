import { z } from 'zod';
import { BOUNDS } from '../../domain/bounds.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import { spellingsOf } from '../../values/subscriber-key.ts';

const subscriber = z.object({
  id: z.number(),
  email: z.string(),
  status: z.enum(SUBSCRIBER_STATUSES),
  emailFormat: z.enum(EMAIL_FORMATS).nullable(),
  confirmed: z.boolean().nullable(),
  subscribeTime: z.date(),
  subscribeIp: z.string().nullable(),
  /** Custom field id -> stored value; unset fields are absent. */
  customFields: z.record(z.unknown()),
  createdAt: z.date(),
});
export type Subscriber = z.infer<typeof subscriber>;

/** Names by which a caller refers to subscribers; emails are keys of addresses. */
export interface SubscriberNames {
  ids: readonly number[];
  emails: readonly string[];
}

/** The first of the rows asked for, with their keys, up to the one that reaches `pageBytes`. */
export interface SubscriberRows {
  readonly rows: readonly (Subscriber & { readonly key: string })[];
  /** Number of rows that were found: one more than `rows` when the next one does not fit. */
  readonly found: number;
}

/** Subscribers of a list by id, the first one after `afterId`; with a condition only whom it fits. */
export function listSubscribers(
  db: Database,
  mailingListId: number,
  page: { afterId: number; limit: number; offset: number },
  condition = sql.fragment`true`,
  isNewestFirst = false,
): Promise<SubscriberRows> {
  const order = isNewestFirst ? sql.fragment`id desc` : sql.fragment`id`;
  const isAfter = isNewestFirst
    ? sql.fragment`(${page.afterId} = 0 or id < ${page.afterId})`
    : sql.fragment`id > ${page.afterId}`;
  return readBounded(
    db,
    sql.fragment`
      select *
      from subscribers
      where mailing_list_id = ${mailingListId} and ${isAfter} and ${condition}
      order by ${order}
      limit ${page.limit} offset ${page.offset}`,
    order,
  );
}

/** Subscribers of a list that are chosen. */
interface SubscriberChoice {
  /** Empty: any. */
  readonly statuses: readonly string[];
  /** A text in lower case that the address has in it; null: any address. */
  readonly part: string | null;
  /** Of a segment; null: none. */
  readonly segment: Fragment | null;
}

/** The condition that fits the chosen subscribers. */
export function subscriberCondition({ statuses, part, segment }: SubscriberChoice): Fragment {
  const conditions = [
    ...(statuses.length === 0
      ? []
      : [sql.fragment`status = any(${sql.array([...statuses], 'text')}::subscriber_status[])`]),
    ...(part === null ? [] : [sql.fragment`position(${part} in lower(email)) > 0`]),
    ...(segment === null ? [] : [segment]),
  ];
  return sql.fragment`(${sql.join([sql.fragment`true`, ...conditions], sql.fragment` and `)})`;
}

/**
 * Subscribers of a list without an alternate primary key whose address begins with a text in lower case, by key. It reads
 * the range of the unique key that the page covers, however many others there are. Keys have the ASCII form of a domain: the
 * beginning of another form is looked for among those of its local part.
 */
export function listSubscribersByEmailStart(
  db: Database,
  mailingListId: number,
  start: string,
  page: { afterText: string | null; limit: number; offset: number },
  condition = sql.fragment`true`,
): Promise<SubscriberRows> {
  const isAscii = /^[\0-\x7f]*$/.test(start);
  const first = isAscii ? start : start.slice(0, start.indexOf('@') + 1) || start;
  const isWritten = isAscii ? sql.fragment`true` : sql.fragment`starts_with(lower(email), ${start})`;
  // The column is compared by its bytes.
  return readBounded(
    db,
    sql.fragment`
      select *
      from subscribers
      where mailing_list_id = ${mailingListId} and key >= ${first} and key < ${first + LAST_CHARACTER}
        and key > ${page.afterText ?? ''} and ${isWritten} and ${condition}
      order by key
      limit ${page.limit} offset ${page.offset}`,
    sql.fragment`key`,
  );
}

const LAST_CHARACTER = '\u{10FFFF}';

/** Subscribers of a list with one of the ids or addresses, by id, at most `limit`; an address may have several. */
export function findSubscribers(
  db: Database,
  list: { id: number; hasAlternateKey: boolean },
  { ids, emails }: SubscriberNames,
  limit: number,
): Promise<SubscriberRows> {
  const names = sql.array(list.hasAlternateKey ? emails.flatMap(spellingsOf) : [...emails], 'text');
  // The key is the address, except on lists with an alternate primary key, which have an index of addresses instead.
  // That one is partial, so a row whose key happens to be its address is looked up by the key there as well.
  const byEmail = list.hasAlternateKey
    ? sql.fragment`key <> lower(email) and lower(email) = any(${names})
        or key = lower(email) and key = any(${names})`
    : sql.fragment`key = any(${names})`;
  return readBounded(
    db,
    sql.fragment`
      select *
      from subscribers
      where mailing_list_id = ${list.id} and (id = any(${sql.array([...ids], 'int8')}) or ${byEmail})
      order by id
      limit ${limit}`,
  );
}

type Fragment = ReturnType<typeof sql.fragment>;

const boundedRow = subscriber.extend({ key: z.string(), isBeyond: z.boolean() });

/**
 * Reads rows in an order until they have `pageBytes`, and one at least. A value that is stored uncompressed has a known size; others
 * are decompressed, by appending nothing to them. Postgres stops at the second row beyond the page, because the number
 * of those rows can only grow, so the rest of the rows cost nothing however large they are.
 */
async function readBounded(
  db: Database,
  selected: Fragment,
  order: Fragment = sql.fragment`id`,
): Promise<SubscriberRows> {
  const found = await db.any(sql.type(boundedRow)`
    select id, key, email, status, email_format as "emailFormat", confirmed, subscribe_time as "subscribeTime",
      subscribe_ip as "subscribeIp", created_at as "createdAt", beyond > 0 as "isBeyond",
      case when beyond = 0 then custom_fields else '{}' end as "customFields"
    from (
      select *, count(case when before >= ${BOUNDS.pageBytes.max} then 1 end)
        over (order by ${order} rows unbounded preceding) as beyond
      from (
        select *, sum(
            case when pg_column_compression(custom_fields) is null then pg_column_size(custom_fields)
                 else pg_column_size(custom_fields || '{}') end
          ) over (order by ${order} rows between unbounded preceding and 1 preceding) as before
        from (${selected}) selected
      ) summed
    ) counted
    where beyond < 2
    order by ${order}
  `);
  return { rows: found.filter(({ isBeyond }) => !isBeyond), found: found.length };
}
