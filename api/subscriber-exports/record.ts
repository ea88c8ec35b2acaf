import { z } from 'zod/v4';
import { progressRecord } from '../jobs/progress.ts';
import { EXPORT_STATES } from '../../engine/db/exports/subscriber-exports.ts';
import type { SubscriberExport } from '../../engine/db/exports/subscriber-exports.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';

/** A finished export, as the service answered it. */
const subscriberExportExample = {
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

/** An export as the API shows it. */
export const subscriberExportRecord = z
  .object({
    id: whole,
    mailing_list_id: whole,
    mailing_list_name: z.string(),
    state: z.enum(EXPORT_STATES),
    error_message: z.string().nullable(),
    created_at: renderedTime,
    started_at: renderedTime.nullable(),
    finished_at: renderedTime.nullable(),
    segment: named.nullable(),
    statuses: z.array(z.enum(SUBSCRIBER_STATUSES)).describe('Empty: any status, or those of the segment.'),
    columns: z.array(z.string()),
    file_format: z.object({
      character_set: z.literal('UTF-8'),
      csv_has_headers: z.boolean(),
      csv_field_enclosure: z.string(),
      csv_field_separator: z.string(),
      date_format: z.enum(['mdy', 'dmy']),
    }),
    file: z
      .object({ name: z.string(), bytes: whole, expires_at: renderedTime })
      .nullable()
      .describe('Null before the export is finished.'),
    progress: progressRecord.optional().describe('Only in the answer for one unfinished export.'),
    stats: z.object({ number_of_subscribers: whole.nullable(), subscribers_exported: whole }),
  })
  .meta({ id: 'SubscriberExport', examples: [subscriberExportExample] });

/** An export as the database knows it, which is as far as its last part that was written. */
export function renderExport(row: SubscriberExport, timeZone: string): Rendered<typeof subscriberExportRecord> {
  const { options, expiresAt } = row;
  return {
    id: row.id,
    mailing_list_id: row.mailingListId,
    mailing_list_name: row.mailingListName,
    state: row.state,
    error_message: row.errorMessage,
    created_at: renderTime(row.createdAt, timeZone),
    started_at: renderOptionalTime(row.startedAt, timeZone),
    finished_at: renderOptionalTime(row.finishedAt, timeZone),
    segment: options.segment && { id: options.segment.id, name: options.segment.name },
    statuses: options.statuses ?? [],
    columns: options.columns.map(({ name }) => name),
    file_format: { character_set: 'UTF-8', ...options.file_format },
    file: expiresAt && { name: row.name, bytes: row.fileBytes ?? 0, expires_at: renderTime(expiresAt, timeZone) },
    stats: { number_of_subscribers: row.total, subscribers_exported: row.exported },
  };
}

/** An export as it was answered when it was created, whatever has happened since. */
export function renderNewExport(row: SubscriberExport, timeZone: string): Rendered<typeof subscriberExportRecord> {
  const untouched = {
    errorMessage: null,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
    total: null,
    exported: 0,
  };
  return renderExport({ ...row, ...untouched, state: 'idle' }, timeZone);
}
