import { z } from 'zod/v4';
import type { MailingList } from '../../engine/db/lists/mailing-lists.ts';
import { renderValue } from '../../engine/values/custom-field-values.ts';
import type { PreviewData } from './preview-input.ts';
import { mailingListSettings } from './settings.ts';
import { AUTOWINNER_METRICS, AUTOWINNER_UNITS, googleAnalytics } from './settings.ts';
import { fieldValues, named, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { mailingListExample } from './examples.ts';

/** A list as the API shows it. */
export const mailingListRecord = z
  .object({
    id: whole,
    name: z.string(),
    d_from_email: z.string(),
    d_from_name: z.string(),
    d_reply_to: z.string(),
    d_virtual_mta: z.string().nullable(),
    d_virtual_mta_id: whole,
    d_url_domain: z.string().nullable(),
    d_url_domain_id: whole.nullable(),
    d_speed: whole,
    d_sender_email: z.string(),
    d_bounce_email: z.string().nullable(),
    d_bounce_email_id: z.string(),
    d_seed_lists: z.array(named),
    d_autowinner_enabled: z.boolean(),
    d_autowinner_percentage: z.string().nullable(),
    d_autowinner_delay_amount: whole.nullable(),
    d_autowinner_delay_unit: z.enum(AUTOWINNER_UNITS).nullable(),
    d_autowinner_metric: z.enum(AUTOWINNER_METRICS).nullable(),
    has_format: z.boolean(),
    has_confirmed: z.boolean(),
    custom_headers_enabled: z.boolean(),
    custom_headers: z.string(),
    primary_key_custom_field_id: whole.nullable(),
    preview_custom_field_data: fieldValues,
    is_remote_list: z.boolean(),
    database_connection_id: whole.nullable(),
    database_connection_name: z.string().nullable(),
    google_analytics: googleAnalytics,
  })
  .meta({ id: 'MailingList', examples: [mailingListExample] });

/** A list as the API shows it. */
export function renderMailingList(list: MailingList): Rendered<typeof mailingListRecord> {
  const settings = mailingListSettings.parse(list.settings);
  return {
    id: list.id,
    name: list.name,
    d_from_email: settings.d_from_email,
    d_from_name: settings.d_from_name,
    d_reply_to: settings.d_reply_to,
    d_virtual_mta: list.virtualMta,
    d_virtual_mta_id: settings.d_virtual_mta_id,
    d_url_domain: list.urlDomain,
    d_url_domain_id: settings.d_url_domain_id,
    d_speed: settings.d_speed,
    d_sender_email: settings.d_sender_email,
    d_bounce_email: list.bounceEmail,
    d_bounce_email_id: settings.d_bounce_email_id,
    d_seed_lists: list.seedLists,
    d_autowinner_enabled: settings.d_autowinner_enabled,
    d_autowinner_percentage: settings.d_autowinner_percentage,
    d_autowinner_delay_amount: settings.d_autowinner_delay_amount,
    d_autowinner_delay_unit: settings.d_autowinner_delay_unit,
    d_autowinner_metric: settings.d_autowinner_metric,
    has_format: list.hasFormat,
    has_confirmed: list.hasConfirmed,
    custom_headers_enabled: settings.custom_headers_enabled,
    custom_headers: settings.custom_headers,
    primary_key_custom_field_id: list.primaryKeyCustomFieldId,
    preview_custom_field_data: renderPreview(list, settings.preview_custom_field_data),
    is_remote_list: list.isRemoteList,
    database_connection_id: list.databaseConnectionId,
    database_connection_name: list.databaseConnectionName,
    google_analytics: settings.google_analytics,
  };
}

/** By the names that the fields have now; a value whose field or option is gone is left out. */
function renderPreview({ previewFields }: MailingList, values: PreviewData) {
  const shown = previewFields.map((field) => {
    const { name, fieldType: type } = field;
    return [name, { name, type, value: renderValue(field, values[field.id]) }] as const;
  });
  return Object.fromEntries(shown.filter(([, { value }]) => value !== null));
}
