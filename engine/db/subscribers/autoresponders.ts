import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

const reference = z.object({ id: z.number(), name: z.string() });
export type AutoresponderReference = z.infer<typeof reference>;

/** The autoresponder of a list by id or, failing that, by name ignoring case (the first made, if several); null when there is none. */
export function findAutoresponder(
  db: Database,
  mailingListId: number,
  { id, name }: { id: number | null; name: string | null },
): Promise<AutoresponderReference | null> {
  return db.maybeOne(sql.type(reference)`
    select id, name
    from autoresponders
    where mailing_list_id = ${mailingListId} and deleted_at is null
      and (id = ${id} or (${id}::bigint is null and lower(name) = lower(${name})))
    order by id
    limit 1
  `);
}
