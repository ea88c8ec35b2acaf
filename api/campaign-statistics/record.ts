import { z } from 'zod/v4';
import type { CampaignCounts, CampaignCounter } from '../../engine/db/campaigns/campaign-statistics.ts';
import { CAMPAIGN_COUNTERS } from '../../engine/db/campaigns/campaign-statistics.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';

/** Statistics of campaigns, as the service answered it. */
const campaignStatisticsExample = {
  sent_text: 0,
  sent_html: 100,
  sent_multipart: 0,
  bounces_total: 0,
  bounces_unique: 0,
  bounces_unique_hard: 0,
  bounces_unique_soft: 0,
  bounces_unique_other: 0,
  bounces_unique_local: 0,
  bounces_unique_remote: 0,
  bounces_status_updated: 0,
  clicks_total: 0,
  clicks_unique: 0,
  clicks_unique_by_link: 0,
  opens_total: 60,
  opens_unique: 48,
  scomps_total: 0,
  scomps_unique: 0,
  scomps_status_updated: 0,
  unsubs_total: 0,
  unsubs_unique: 0,
  unsubs_status_updated: 0,
  total_messages: 100,
  total_success: 96,
  total_failure: 0,
  total_failure_toolong: 0,
  skips_error: 0,
  skips_request: 0,
  accepted: 96,
  in_queue: 0,
  bounces_unique_by_code: {},
  messages_sent: 100,
  messages_html: 100,
  messages_text: 0,
  max_unique_activities: 48,
  bounced: 0,
  unbounced: 100,
  unopened: 48,
  unclicked: 96,
  duplicate_bounces: 0,
  duplicate_opens: 12,
  duplicate_clicks: 0,
  duplicate_scomps: 0,
  duplicate_unsubs: 0,
  accepted_rate: 0.96,
  in_queue_rate: 0,
  open_rate: 0.5,
  open_ratio: 1.25,
  click_rate: 0,
  click_to_open_rate: 0,
  bounce_rate: 0,
  bounce_rate_hard: 0,
  bounce_rate_soft: 0,
  bounce_rate_other: 0,
  bounce_local_rate: 0,
  scomp_rate: 0,
  unsub_rate: 0,
};

const rate = z.number().min(0);

/** Aggregated statistics as the API shows them; rates are fractions of the sums, 0 where there is nothing to divide by. */
export const campaignStatisticsRecord = z
  .object({
    ...(Object.fromEntries(CAMPAIGN_COUNTERS.map((name) => [name, whole])) as Record<CampaignCounter, typeof whole>),
    bounces_unique_by_code: z.record(z.string(), whole),
    messages_sent: whole,
    messages_html: whole,
    messages_text: whole,
    max_unique_activities: whole,
    bounced: whole,
    unbounced: whole,
    unopened: whole,
    unclicked: whole,
    duplicate_bounces: whole,
    duplicate_opens: whole,
    duplicate_clicks: whole,
    duplicate_scomps: whole,
    duplicate_unsubs: whole,
    accepted_rate: rate,
    in_queue_rate: rate,
    open_rate: rate,
    open_ratio: rate,
    click_rate: rate,
    click_to_open_rate: rate,
    bounce_rate: rate,
    bounce_rate_hard: rate,
    bounce_rate_soft: rate,
    bounce_rate_other: rate,
    bounce_local_rate: rate,
    scomp_rate: rate,
    unsub_rate: rate,
  })
  .meta({ id: 'CampaignStatistics', examples: [campaignStatisticsExample] });

/** The summed counters with what follows from them; rates are fractions of the sums, 0 where there is nothing to divide by. */
export function renderCampaignStatistics(counts: CampaignCounts): Rendered<typeof campaignStatisticsRecord> {
  const { accepted } = counts;
  const messagesSent = counts.sent_text + counts.sent_html + counts.sent_multipart;
  return {
    ...counts,
    messages_sent: messagesSent,
    messages_html: counts.sent_html + counts.sent_multipart,
    messages_text: counts.sent_text,
    max_unique_activities: Math.max(
      counts.opens_unique,
      counts.clicks_unique,
      counts.unsubs_unique,
      counts.scomps_unique,
    ),
    bounced: counts.bounces_unique,
    unbounced: rest(messagesSent, counts.bounces_unique),
    unopened: rest(accepted, counts.opens_unique),
    unclicked: rest(accepted, counts.clicks_unique),
    duplicate_bounces: rest(counts.bounces_total, counts.bounces_unique),
    duplicate_opens: rest(counts.opens_total, counts.opens_unique),
    duplicate_clicks: rest(counts.clicks_total, counts.clicks_unique),
    duplicate_scomps: rest(counts.scomps_total, counts.scomps_unique),
    duplicate_unsubs: rest(counts.unsubs_total, counts.unsubs_unique),
    accepted_rate: share(accepted, messagesSent),
    in_queue_rate: share(counts.in_queue, counts.total_messages),
    open_rate: share(counts.opens_unique, accepted),
    open_ratio: share(counts.opens_total, counts.opens_unique),
    click_rate: share(counts.clicks_unique, accepted),
    click_to_open_rate: share(counts.clicks_unique, counts.opens_unique),
    bounce_rate: share(counts.bounces_unique, messagesSent),
    bounce_rate_hard: share(counts.bounces_unique_hard, counts.bounces_unique),
    bounce_rate_soft: share(counts.bounces_unique_soft, counts.bounces_unique),
    bounce_rate_other: share(counts.bounces_unique_other, counts.bounces_unique),
    bounce_local_rate: share(counts.bounces_unique_local, counts.bounces_unique),
    scomp_rate: share(counts.scomps_unique, accepted),
    unsub_rate: share(counts.unsubs_unique, accepted),
  };
}

/** Counters are written apart from one another, so a part can be ahead of its whole for a moment. */
function rest(whole: number, part: number): number {
  return Math.max(0, whole - part);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
