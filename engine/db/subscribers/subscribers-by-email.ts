import { z } from 'zod';

import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { spellingsOf } from '../../values/subscriber-key.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';

const reference = z.object({ id: z.number(), name: z.string() });
const subscriberOnList = z.object({
  id: z.number(),
  status: z.enum(SUBSCRIBER_STATUSES),
  email: z.string(),
  mailing_list: reference,
  organization: reference,
});
export type SubscriberOnList = z.infer<typeof subscriberOnList>;

/** Lists that are searched; null does not narrow them down. */
export interface ListScope {
  organizationId: number | null;
  mailingListId: number | null;
}

/** The subscribers with the address of a key on local lists, by id, the first one after `afterId`. */
export function findSubscribersByEmail(
  db: Database,
  scope: ListScope,
  email: string,
  page: { afterId: number; limit: number; offset: number },
): Promise<readonly SubscriberOnList[]> {
  return db.any(sql.type(subscriberOnList)`
    select s.id, s.status, s.email,
      jsonb_build_object('id', l.id, 'name', l.name) as mailing_list,
      jsonb_build_object('id', o.id, 'name', o.name) as organization
    from ${onLists(scope, email)}
    join organizations o on o.id = l.organization_id
    where s.id > ${page.afterId}
    order by s.id
    limit ${page.limit} offset ${page.offset}
  `);
}

export async function countSubscribersByEmail(db: Database, scope: ListScope, email: string): Promise<number> {
  return db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) from ${onLists(scope, email)}`);
}

/**
 * One look-up of the key for each list, and one in the index of addresses, which is partial: only lists with an alternate
 * primary key have rows in it, and not those whose key happens to be the address.
 */
function onLists({ organizationId, mailingListId }: ListScope, email: string) {
  const spellings = sql.array(spellingsOf(email), 'text');
  return sql.fragment`mailing_lists l
    join lateral (
      select id, status, email
      from subscribers
      where mailing_list_id = l.id and key = any(${spellings})
        and (l.primary_key_custom_field_id is null or key = lower(email))
      union all
      select id, status, email
      from subscribers
      where mailing_list_id = l.id and lower(email) = any(${spellings}) and key <> lower(email)
        and l.primary_key_custom_field_id is not null
    ) s on l.deleted_at is null and not l.is_remote_list
      and (${organizationId}::bigint is null or l.organization_id = ${organizationId})
      and (${mailingListId}::bigint is null or l.id = ${mailingListId})`;
}
