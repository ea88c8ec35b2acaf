import { z } from 'zod/v4';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { IMPORT_STATES } from '../../engine/db/imports/subscriber-imports.ts';
import type { ImportState, SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import { subscriberImportSummaryExample, subscriberImportExample } from './examples.ts';

const head = {
  id: whole,
  mailing_list_id: whole,
  mailing_list_name: z.string(),
  created_at: renderedTime,
  state: z.enum(IMPORT_STATES),
  begins_at: renderedTime,
  finished_at: renderedTime.nullable(),
  file_source: z.object({
    type: z.enum(['json', 'upload_directory', 'url']),
    filename: z.string().optional(),
    url: z.string().optional(),
  }),
};
const stats = z.object({ number_of_records: whole.nullable(), records_imported: whole });

/** An import as lists show it. */
export const subscriberImportSummaryRecord = z
  .object({ ...head, stats })
  .meta({ id: 'SubscriberImportSummary', examples: [subscriberImportSummaryExample] });

const reaction = named.nullable();

/** How a CSV is written. */
export const fileFormatRecord = z.object({
  character_set: z.string(),
  csv_has_headers: z.boolean(),
  csv_field_enclosure: z.string(),
  csv_field_separator: z.string(),
  date_format: z.enum(['mdy', 'dmy']),
});

/** An import in full. */
export const subscriberImportRecord = z
  .object({
    ...head,
    overwrite: z.boolean(),
    deactivate_subscribers_not_in_import: z.boolean(),
    error_message: z.string().nullable(),
    autoresponders: z.object({
      subscription: z.object({ trigger: z.boolean(), also_trigger_on_updated_subscribers: z.boolean() }),
      api: z.object({ trigger_new: reaction, trigger_updated: reaction }),
    }),
    overwrite_what: z.object({
      custom_fields: z.boolean(),
      confirmed: z.boolean(),
      format: z.boolean(),
      status: z.boolean(),
    }),
    overwrite_when_status: z.object({
      active: z.boolean(),
      unsubscribed: z.boolean(),
      bounced: z.boolean(),
      deactivated: z.boolean(),
      scomp: z.boolean(),
    }),
    column_mapping: z.array(z.string()),
    default_custom_fields: z.record(z.string(), z.unknown()),
    file_format: fileFormatRecord,
    subscriber_defaults: z.object({
      status: z.enum(SUBSCRIBER_STATUSES),
      confirmed: z.boolean().optional(),
      format: z.enum(EMAIL_FORMATS).optional(),
    }),
    stats: stats.extend({ subscribers: z.object(Object.fromEntries(COUNTERS.map((counter) => [counter, whole]))) }),
  })
  .meta({ id: 'SubscriberImport', examples: [subscriberImportExample] });

/** An import in a list, by what the database knows. */
export function renderImportSummary(row: SubscriberImport, timeZone: string): Record<string, unknown> {
  const progress = progressInDatabase(row);
  return {
    ...renderHead(row, progress, timeZone),
    file_source: row.options.file_source,
    stats: renderStats(progress),
  };
}

/** One import in full; what a running one says about itself is newer than what the database knows. */
export function renderImport(
  row: SubscriberImport,
  timeZone: string,
  view: SubscriberImportView | null = null,
): Record<string, unknown> {
  const progress = view === null ? progressInDatabase(row) : progressInView(view);
  const { options } = row;
  return {
    ...renderHead(row, progress, timeZone),
    overwrite: options.overwrite,
    deactivate_subscribers_not_in_import: options.deactivate_subscribers_not_in_import,
    error_message: progress.errorMessage,
    autoresponders: options.autoresponders,
    overwrite_what: options.overwrite_what,
    overwrite_when_status: options.overwrite_when_status,
    column_mapping: options.column_mapping,
    default_custom_fields: options.default_custom_fields,
    file_source: options.file_source,
    file_format: options.file_format,
    subscriber_defaults: options.subscriber_defaults,
    stats: {
      ...renderStats(progress),
      subscribers: Object.fromEntries(COUNTERS.map((counter) => [counter, progress.counters[counter] ?? 0])),
    },
  };
}

/** An import as it was answered when it was created, whatever has happened since. */
export function renderNewImport(row: SubscriberImport, timeZone: string): Record<string, unknown> {
  const untouched = { finishedAt: null, errorMessage: null, numberOfRecords: null };
  const counters = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as SubscriberImport['counters'];
  return renderImport({ ...row, ...untouched, state: 'scheduled', counters }, timeZone);
}

interface Progress {
  state: ImportState;
  errorMessage: string | null;
  numberOfRecords: number | null;
  counters: Readonly<Record<string, number>>;
}

function progressInDatabase({ state, errorMessage, numberOfRecords, counters }: SubscriberImport): Progress {
  return { state, errorMessage, numberOfRecords, counters };
}

function progressInView(view: SubscriberImportView): Progress {
  return {
    state: view.state,
    errorMessage: view.error_message,
    numberOfRecords: view.number_of_records,
    counters: view.counters,
  };
}

function renderHead(row: SubscriberImport, { state }: Progress, timeZone: string) {
  return {
    id: row.id,
    mailing_list_id: row.mailingListId,
    mailing_list_name: row.mailingListName,
    created_at: renderTime(row.createdAt, timeZone),
    state,
    begins_at: renderTime(row.beginsAt, timeZone),
    finished_at: renderOptionalTime(row.finishedAt, timeZone),
  };
}

function renderStats({ numberOfRecords, counters }: Progress) {
  const handled = Object.values(counters).reduce((sum, count) => sum + count, 0);
  return { number_of_records: numberOfRecords, records_imported: handled };
}
