import type { CampaignCounts } from '../../engine/db/campaign-statistics.ts';

/** The summed counters with what follows from them; rates are fractions of the sums, 0 where there is nothing to divide by. */
export function renderCampaignStatistics(counts: CampaignCounts): Record<string, unknown> {
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
    accepted_rate: rate(accepted, messagesSent),
    in_queue_rate: rate(counts.in_queue, counts.total_messages),
    open_rate: rate(counts.opens_unique, accepted),
    open_ratio: rate(counts.opens_total, counts.opens_unique),
    click_rate: rate(counts.clicks_unique, accepted),
    click_to_open_rate: rate(counts.clicks_unique, counts.opens_unique),
    bounce_rate: rate(counts.bounces_unique, messagesSent),
    bounce_rate_hard: rate(counts.bounces_unique_hard, counts.bounces_unique),
    bounce_rate_soft: rate(counts.bounces_unique_soft, counts.bounces_unique),
    bounce_rate_other: rate(counts.bounces_unique_other, counts.bounces_unique),
    bounce_local_rate: rate(counts.bounces_unique_local, counts.bounces_unique),
    scomp_rate: rate(counts.scomps_unique, accepted),
    unsub_rate: rate(counts.unsubs_unique, accepted),
  };
}

/** Counters are written apart from one another, so a part can be ahead of its whole for a moment. */
function rest(whole: number, part: number): number {
  return Math.max(0, whole - part);
}

function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
