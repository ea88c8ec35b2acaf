import type { MailingList } from '../../engine/db/mailing-lists.ts';
import { mailingListSettings } from './mailing-list-settings.ts';

/** A list as the API shows it. */
export function renderMailingList(list: MailingList): Record<string, unknown> {
  const settings = mailingListSettings.parse(list.settings);
  return {
    id: list.id,
    name: list.name,
    d_from_email: settings.d_from_email,
    d_from_name: settings.d_from_name,
    d_reply_to: settings.d_reply_to,
    d_virtual_mta: settings.d_virtual_mta,
    d_virtual_mta_id: settings.d_virtual_mta_id,
    d_url_domain: settings.d_url_domain,
    d_url_domain_id: settings.d_url_domain_id,
    d_speed: settings.d_speed,
    d_sender_email: settings.d_sender_email,
    d_bounce_email: settings.d_bounce_email,
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
    preview_custom_field_data: settings.preview_custom_field_data,
    is_remote_list: list.isRemoteList,
    database_connection_id: null,
    database_connection_name: null,
    google_analytics: settings.google_analytics,
  };
}
