import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** A column of a query of mailing_lists: the default seed lists of each, by id, as `{id, name}`. */
export const seedListsColumn = sql.fragment`(
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.id), '[]')
  from mailing_list_seed_lists used
  join seed_lists s on s.id = used.seed_list_id
  where used.mailing_list_id = mailing_lists.id
)`;

/** Makes these the default seed lists of a mailing list, and no others. */
export async function replaceMailingListSeedLists(
  db: Database,
  mailingListId: number,
  seedListIds: readonly number[],
): Promise<void> {
  const ids = sql.array([...seedListIds], 'int8');
  await db.query(sql.unsafe`
    delete from mailing_list_seed_lists where mailing_list_id = ${mailingListId} and seed_list_id <> all(${ids})
  `);
  await db.query(sql.unsafe`
    insert into mailing_list_seed_lists (mailing_list_id, seed_list_id)
    select ${mailingListId}, unnest(${ids})
    on conflict do nothing
  `);
}
