import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';

/** Default options of an import in tests. */
export const DEFAULTS: ImportOptions = {
  overwrite: false,
  deactivate_subscribers_not_in_import: false,
  autoresponders: {
    subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
    api: { trigger_new: null, trigger_updated: null },
  },
  overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
  overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
  column_mapping: ['email'],
  default_custom_fields: {},
  file_source: { type: 'json', filename: 'data' },
  file_format: {
    character_set: 'UTF-8',
    csv_has_headers: false,
    csv_field_enclosure: '"',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
  subscriber_defaults: { status: 'active' },
  default_status_sent: false,
};
