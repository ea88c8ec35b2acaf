import { z } from 'zod';

export const AUTOWINNER_UNITS = ['minutes', 'hours', 'days'] as const;
export const AUTOWINNER_METRICS = [
  'opens_unique',
  'clicks_unique',
  'opens_total',
  'clicks_total',
  'click_to_open_rate',
] as const;
const DEFAULT_VIRTUAL_MTA_ID = 0;

const analytics = z.union([
  z.object({
    enabled: z.literal(true),
    tracking_id: z.string(),
    source: z.string(),
    restrict_to_domain_list: z.boolean(),
    domain_list: z.array(z.string()),
  }),
  z.object({ enabled: z.literal(false) }),
]);
export type GoogleAnalytics = z.infer<typeof analytics>;

/** What `mailing_lists.settings` holds, under the specification's names; a key that is absent has its default. */
export const mailingListSettings = z.object({
  d_from_email: z.string().default(''),
  d_from_name: z.string().default(''),
  d_reply_to: z.string().default(''),
  d_virtual_mta_id: z.number().default(DEFAULT_VIRTUAL_MTA_ID),
  d_url_domain_id: z.number().nullable().default(null),
  d_speed: z.number().default(0),
  d_sender_email: z.string().default(''),
  d_bounce_email_id: z.string().default(''),
  d_autowinner_enabled: z.boolean().default(false),
  d_autowinner_percentage: z.string().nullable().default(null),
  d_autowinner_delay_amount: z.number().nullable().default(null),
  d_autowinner_delay_unit: z.enum(AUTOWINNER_UNITS).nullable().default(null),
  d_autowinner_metric: z.enum(AUTOWINNER_METRICS).nullable().default(null),
  custom_headers_enabled: z.boolean().default(false),
  custom_headers: z.string().default(''),
  /** Custom field id -> value as it is stored of a subscriber. */
  preview_custom_field_data: z.record(z.unknown()).default({}),
  google_analytics: analytics.default({ enabled: false }),
});
export type MailingListSettings = z.infer<typeof mailingListSettings>;
