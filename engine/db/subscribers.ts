import { z } from 'zod';

import { sql } from './slonik.ts';
import type { Database } from './slonik.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from './subscriber-import-options.ts';

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

/** What a caller may name subscribers by; emails in lower case. */
export interface SubscriberNames {
  ids: readonly number[];
  emails: readonly string[];
}

const columns = sql.fragment`
  id, email, status, email_format as "emailFormat", confirmed, subscribe_time as "subscribeTime",
  subscribe_ip as "subscribeIp", custom_fields as "customFields", created_at as "createdAt"`;

/** Subscribers of a list by id ascending, the first one after `afterId`; with a condition only whom it fits. */
export function listSubscribers(
  db: Database,
  mailingListId: number,
  page: { afterId: number; limit: number; offset: number },
  condition = sql.fragment`true`,
): Promise<readonly Subscriber[]> {
  return db.any(sql.type(subscriber)`
    select ${columns}
    from subscribers
    where mailing_list_id = ${mailingListId} and id > ${page.afterId} and ${condition}
    order by id
    limit ${page.limit} offset ${page.offset}
  `);
}

/** Every subscriber of a list with one of the ids or addresses, by id; an address may have several. */
export function findSubscribers(
  db: Database,
  list: { id: number; hasAlternateKey: boolean },
  { ids, emails }: SubscriberNames,
): Promise<readonly Subscriber[]> {
  const names = sql.array([...emails], 'text');
  // The key is the address, except on lists with an alternate primary key, which have an index of addresses instead.
  // That one is partial, so a row whose key happens to be its address is looked up by the key there as well.
  const byEmail = list.hasAlternateKey
    ? sql.fragment`key <> lower(email) and lower(email) = any(${names})
        or key = lower(email) and key = any(${names})`
    : sql.fragment`key = any(${names})`;
  return db.any(sql.type(subscriber)`
    select ${columns}
    from subscribers
    where mailing_list_id = ${list.id} and (id = any(${sql.array([...ids], 'int8')}) or ${byEmail})
    order by id
  `);
}
