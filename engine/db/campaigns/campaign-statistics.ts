import { z } from 'zod';
import { sql, timestamp } from '../core/slonik.ts';
import type { Database } from '../core/slonik.ts';

/** The columns of `campaign_counters` that are summed. */
const counters = z.object({
  sent_text: z.number(),
  sent_html: z.number(),
  sent_multipart: z.number(),
  bounces_total: z.number(),
  bounces_unique: z.number(),
  bounces_unique_hard: z.number(),
  bounces_unique_soft: z.number(),
  bounces_unique_other: z.number(),
  bounces_unique_local: z.number(),
  bounces_unique_remote: z.number(),
  bounces_status_updated: z.number(),
  clicks_total: z.number(),
  clicks_unique: z.number(),
  clicks_unique_by_link: z.number(),
  opens_total: z.number(),
  opens_unique: z.number(),
  scomps_total: z.number(),
  scomps_unique: z.number(),
  scomps_status_updated: z.number(),
  unsubs_total: z.number(),
  unsubs_unique: z.number(),
  unsubs_status_updated: z.number(),
  total_messages: z.number(),
  total_success: z.number(),
  total_failure: z.number(),
  total_failure_toolong: z.number(),
  skips_error: z.number(),
  skips_request: z.number(),
  accepted: z.number(),
  in_queue: z.number(),
});

export type CampaignCounter = keyof z.infer<typeof counters>;

/** Their names. */
export const CAMPAIGN_COUNTERS: readonly CampaignCounter[] = counters.keyof().options;

const campaignCounts = counters.extend({
  /** Bounce code -> unique count. */
  bounces_unique_by_code: z.record(z.number()),
});
export type CampaignCounts = z.infer<typeof campaignCounts>;

/**
 * The counters of a list's campaigns that started at `start` (null: when the list was created) or later and before `end`
 * (null: now), added up; zeros without such a campaign.
 */
export function sumCampaignCounters(
  db: Database,
  mailingListId: number,
  { start, end }: { readonly start: Date | null; readonly end: Date | null },
): Promise<CampaignCounts> {
  return db.one(sql.type(campaignCounts)`
    with matching as (
      select counted.*, l.is_remote_list
      from mailing_lists l
      join campaigns c on c.mailing_list_id = l.id
      join campaign_counters counted on counted.campaign_id = c.id
      where l.id = ${mailingListId}
        and c.started_at >= ${start === null ? sql.fragment`l.created_at` : timestamp(start)}
        and c.started_at < ${end === null ? sql.fragment`now()` : timestamp(end)}
    ),
    codes as (
      select code.key, sum(code.value::bigint) as bounces
      from matching cross join lateral jsonb_each_text(bounces_unique_by_code) code
      group by code.key
    )
    select ${sums},
      (select coalesce(jsonb_object_agg(key, bounces), '{}') from codes) as bounces_unique_by_code
    from matching
  `);
}

const sums = sql.join(
  CAMPAIGN_COUNTERS.map((name) => {
    const column = sql.identifier([name]);
    // A remote list has no subscribers here whose status could be updated.
    const counted = name.endsWith('_status_updated') ? sql.fragment`not is_remote_list` : sql.fragment`true`;
    return sql.fragment`coalesce(sum(${column}) filter (where ${counted}), 0)::bigint as ${column}`;
  }),
  sql.fragment`, `,
);
