import { z } from 'zod/v4';
import { prefixed } from '../http/prefixed.ts';

export const AUTOWINNER_UNITS = ['minutes', 'hours', 'days'] as const;
export const AUTOWINNER_METRICS = [
  'opens_unique',
  'clicks_unique',
  'opens_total',
  'clicks_total',
  'click_to_open_rate',
] as const;
const DEFAULT_VIRTUAL_MTA_ID = 0;

/** The tracking of a list. */
export const googleAnalytics = z.union([
  z.object({
    enabled: z.literal(true),
    tracking_id: z.string(),
    source: z.string(),
    restrict_to_domain_list: z.boolean(),
    domain_list: z.array(z.string()),
  }),
  z.object({ enabled: z.literal(false) }),
]);
export type GoogleAnalytics = z.infer<typeof googleAnalytics>;

/** Automatic winner selection, as it is kept. */
export const autowinnerSettings = z.object({
  autowinner_enabled: z.boolean().default(false),
  autowinner_percentage: z.string().nullable().default(null),
  autowinner_delay_amount: z.number().nullable().default(null),
  autowinner_delay_unit: z.enum(AUTOWINNER_UNITS).nullable().default(null),
  autowinner_metric: z.enum(AUTOWINNER_METRICS).nullable().default(null),
});
export type AutowinnerSettings = z.infer<typeof autowinnerSettings>;

/** Schema of `mailing_lists.settings`, under the specification's names; a key that is absent has its default. */
export const mailingListSettings = z.object({
  d_from_email: z.string().default(''),
  d_from_name: z.string().default(''),
  d_reply_to: z.string().default(''),
  d_virtual_mta_id: z.number().default(DEFAULT_VIRTUAL_MTA_ID),
  d_url_domain_id: z.number().nullable().default(null),
  d_speed: z.number().default(0),
  d_sender_email: z.string().default(''),
  d_bounce_email_id: z.string().default(''),
  ...prefixed('d_', autowinnerSettings.shape),
  custom_headers_enabled: z.boolean().default(false),
  custom_headers: z.string().default(''),
  /** Custom field id -> value as it is stored of a subscriber. */
  preview_custom_field_data: z.record(z.string(), z.unknown()).default({}),
  google_analytics: googleAnalytics.default({ enabled: false }),
});
export type MailingListSettings = z.infer<typeof mailingListSettings>;
