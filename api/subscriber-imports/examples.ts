/** Attributes at the beginning of both examples. */
const HEAD = {
  id: 1,
  mailing_list_id: 1,
  mailing_list_name: 'News',
  created_at: '2026-03-02T09:30:23Z',
  state: 'finished',
  begins_at: '2026-03-02T09:30:23Z',
  finished_at: '2026-03-02T09:30:24Z',
};

/** Rows by their outcome. */
const COUNTS = {
  number_of_records: 4,
  records_imported: 4,
  subscribers: {
    added: 1,
    updated: 1,
    failed: 1,
    skipped_overwrite: 0,
    skipped_active: 0,
    skipped_unsubscribed: 0,
    skipped_scomp: 0,
    skipped_bounced: 0,
    skipped_deactivated: 0,
    skipped_duplicate: 1,
    skipped_over_limit: 0,
  },
};

/** An import in a list, as the service answered it. */
export const subscriberImportSummaryExample = {
  ...HEAD,
  file_source: { type: 'json', filename: 'data' },
  stats: COUNTS,
  dry_run: false,
  created_by: { type: 'api_key', id: 1, name: 'bootstrap' },
};

/** A finished import in full, as the service answered it. */
export const subscriberImportExample = {
  ...HEAD,
  overwrite: true,
  deactivate_subscribers_not_in_import: false,
  error_message: null,
  autoresponders: {
    subscription: { trigger: false, also_trigger_on_updated_subscribers: false },
    api: { trigger_new: null, trigger_updated: null },
  },
  overwrite_what: { custom_fields: true, confirmed: false, format: false, status: false },
  overwrite_when_status: { active: true, unsubscribed: false, bounced: false, deactivated: false, scomp: false },
  column_mapping: ['email', 'City'],
  default_custom_fields: {},
  file_source: { type: 'json', filename: 'data' },
  file_format: {
    character_set: 'UTF-8',
    csv_has_headers: true,
    csv_field_enclosure: '"',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
  subscriber_defaults: { status: 'active', format: 'html' },
  stats: {
    ...COUNTS,
    unchanged: 0,
    reactivated: 0,
    suppressed: 0,
    statuses: { active: 3, bounced: 0, unsubscribed: 0, scomp: 0, deactivated: 0 },
    partial: 0,
    deactivated: null,
  },
  dry_run: false,
  skip_suppressed: false,
  default_status_sent: false,
  dry_run_id: null,
  started_import_id: null,
  parent_id: null,
  corrected_import_id: null,
  undo_id: null,
  max_failed_records: null,
  max_deactivated: null,
  pause_reason: null,
  balance: { records: 4, outcomes: 4, is_balanced: true },
  column_rules: null,
  notices: [],
};

/** An analysis of a source, as the service answered it. */
export const importAnalysisExample = {
  file_format: {
    csv_has_headers: true,
    date_format: 'mdy',
    character_set: 'UTF-8',
    csv_field_enclosure: '"',
    csv_field_separator: ';',
  },
  sheets: null,
  line_ends: 'LF',
  has_byte_order_mark: false,
  columns: [
    {
      ...{ number: 1, name: 'E-Mail', samples: ['ann@example.com'] },
      ...{ suggestion: 'email', suggested_by: 'name', fit: null, consent: null },
    },
    { number: 2, name: 'Vorname', samples: ['Ann'], suggestion: null, suggested_by: null, fit: null, consent: null },
  ],
  primary_key: 'email',
  column_mapping: ['email', ''],
  column_rules: null,
  records: { estimate: 1, is_exact: true },
  sample: {
    bytes: 35,
    rows: 1,
    statuses: { active: 1, unsubscribed: 0, bounced: 0, deactivated: 0, scomp: 0 },
    first_rows: [['ann@example.com', 'Ann']],
    failed: 0,
    failures: [],
  },
  warnings: [],
  notices: [],
};

/** The inspection of an import, as the service answered it. */
export const jobInspectionExample = {
  job_kind: 'subscriber_import',
  id: 1,
  organization_id: 1,
  organization_name: 'Acme',
  mailing_list_id: 1,
  state: 'importing',
  health: 'ok',
  machine_state: { value: { active: { importing: 'merging' } }, returns_to: null },
  diagnosis: null,
  parked: [],
  number_of_parked: 0,
  tasks: [{ work: 'chunk', total: 1, bands: [{ first: 0, tasks: 1, done: 0, running: 1, parked: 0 }] }],
  actions: ['retry', 'skip_chunk', 'fail', 'restart', 'unpause', 'unblock'],
  workflow_id: 'subscriber-import/1',
  temporal_ui_url: null,
};

/** The report of all jobs, as the service answered it. */
export const jobsReportExample = {
  parts: {
    postgres: { state: 'up' },
    temporal: { state: 'up' },
    workers: { state: 'up', count: 1 },
    redis: { state: 'not_configured' },
    files: { state: 'up' },
    mail: { state: 'not_configured' },
  },
  running: 3,
  unchecked: 0,
  unhealthy: [
    {
      job_kind: 'subscriber_import',
      id: 1,
      organization_id: 1,
      organization_name: 'Acme',
      mailing_list_id: 1,
      mailing_list_name: 'News',
      dry_run: false,
      state: 'importing',
      health: 'stalled',
      diagnosis: {
        cause: 'poison_chunk',
        sentence: 'The chunk 3 failed, all others are done: Postgres refuses the data.',
        remedy:
          'Fix the cause, then: npx sluice job 1 retry. To give it up (its rows go to the failed log): npx sluice job 1 skip-chunk',
        action: 'retry',
      },
    },
  ],
};
