/** A finished export, as the service answered it. */
export const subscriberExportExample = {
  id: 1,
  mailing_list_id: 1,
  mailing_list_name: 'News',
  state: 'finished',
  error_message: null,
  created_at: '2026-03-02T09:30:24Z',
  started_at: '2026-03-02T09:30:24Z',
  finished_at: '2026-03-02T09:30:24Z',
  segment: null,
  statuses: ['active'],
  columns: ['email', 'City'],
  file_format: {
    character_set: 'UTF-8',
    csv_has_headers: true,
    csv_field_enclosure: '"',
    csv_field_separator: ',',
    date_format: 'mdy',
  },
  file: { name: 'subscriber-export-1.csv', bytes: 73, expires_at: '2026-03-09T09:30:24Z' },
  stats: { number_of_subscribers: 3, subscribers_exported: 3 },
};
