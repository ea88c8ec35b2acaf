import { CAMPAIGN_COUNTERS } from './campaign-statistics.ts';
import type { CampaignCounts } from './campaign-statistics.ts';
import { sql } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** Sets every counter of a campaign. @returns whether one of them had another value */
export async function writeCampaignCounters(
  db: Database,
  campaignId: number,
  counts: CampaignCounts,
): Promise<boolean> {
  const values = CAMPAIGN_COUNTERS.map((counter) => sql.fragment`${counts[counter]}`);
  const { rowCount } = await db.query(sql.unsafe`
    insert into campaign_counters as known (campaign_id, ${list(columns)}, bounces_unique_by_code)
    values (${campaignId}, ${list(values)}, ${sql.jsonb(counts.bounces_unique_by_code)})
    on conflict (campaign_id) do update
    set ${list(columns.map((column) => sql.fragment`${column} = excluded.${column}`))},
      bounces_unique_by_code = excluded.bounces_unique_by_code
    where known is distinct from excluded
  `);
  return rowCount > 0;
}

const columns = CAMPAIGN_COUNTERS.map((counter) => sql.fragment`${sql.identifier([counter])}`);

function list(members: readonly ReturnType<typeof sql.fragment>[]) {
  return sql.join(members, sql.fragment`, `);
}
