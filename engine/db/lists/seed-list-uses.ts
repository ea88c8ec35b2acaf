import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';
import { unfinished } from '../jobs/unfinished.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The rows of each kind of record that use a seed list and so prevent its deletion. */
const USES: readonly ((seedListId: number) => Fragment)[] = [
  (seedListId) => sql.fragment`
    select from mailing_list_seed_lists used
    join mailing_lists l on l.id = used.mailing_list_id
    where used.seed_list_id = ${seedListId} and l.deleted_at is null`,
  (seedListId) => sql.fragment`
    select from campaign_templates t
    join mailing_lists l on l.id = t.mailing_list_id
    where t.seed_list_ids @> array[${seedListId}::bigint] and l.deleted_at is null`,
  (seedListId) => sql.fragment`
    select from campaigns
    where ${seedListId} = any(seed_list_ids) and ${unfinished}`,
];

/** Whether any record uses the seed list. The caller holds a lock on the organization's row, as callers that add a use do. */
export function isSeedListUsed(db: Database, seedListId: number): Promise<boolean> {
  const uses = USES.map((rows) => sql.fragment`exists (${rows(seedListId)})`);
  return db.exists(sql.unsafe`select 1 where ${sql.join(uses, sql.fragment` or `)}`);
}
