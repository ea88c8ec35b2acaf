import { z } from 'zod';

import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const listCounts = z.object({
  id: z.number(),
  name: z.string(),
  active: z.number(),
  bounced: z.number(),
  unsubscribed: z.number(),
  scomp: z.number(),
  deactivated: z.number(),
});
export type ListCounts = z.infer<typeof listCounts>;

/** The counts of every list of an organization, by list id; lists without a subscriber have zeros. */
export function countSubscribersByList(db: Database, organizationId: number): Promise<readonly ListCounts[]> {
  return db.any(sql.type(listCounts)`
    select l.id, l.name,
      coalesce(c.active, 0) as active,
      coalesce(c.bounced, 0) as bounced,
      coalesce(c.unsubscribed, 0) as unsubscribed,
      coalesce(c.scomp, 0) as scomp,
      coalesce(c.deactivated, 0) as deactivated
    from mailing_lists l
    left join subscriber_counts c on c.mailing_list_id = l.id
    where l.organization_id = ${organizationId} and l.deleted_at is null
    order by l.id
  `);
}
