import { COUNTERS } from '../../engine/db/subscriber-import-options.ts';
import type { ImportState, SubscriberImport } from '../../engine/db/subscriber-imports.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { renderOptionalTime, renderTime } from './times.ts';

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
