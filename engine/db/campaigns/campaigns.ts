import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Whether the mailing list has a campaign of that id. */
export function isCampaignOf(db: Database, mailingListId: number, id: number): Promise<boolean> {
  return db.exists(sql.unsafe`select 1 from campaigns where id = ${id} and mailing_list_id = ${mailingListId}`);
}
