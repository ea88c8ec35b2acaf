import { z } from 'zod';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The column mapping of the list's last finished import; null when there is none. */
export async function findLastMapping(db: Database, mailingListId: number): Promise<readonly string[] | null> {
  const row = await db.maybeOne(sql.type(z.object({ mapping: z.array(z.string()) }))`
    select options -> 'column_mapping' as mapping
    from subscriber_imports
    where mailing_list_id = ${mailingListId} and state = 'finished'
    order by id desc
    limit 1
  `);
  return row?.mapping ?? null;
}
