import { joinNotices } from '../../engine/domain/notices.ts';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { leftLater } from '../../engine/domain/left-later.ts';
import { swallowedRows } from '../../engine/domain/swallowed-rows.ts';
import { unreadRows } from '../../engine/domain/unread-rows.ts';
import { SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import type { ImportState, SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { JobCreator } from '../../engine/db/jobs/job-activity.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import type { Rendered } from '../http/record-values.ts';
import type { subscriberImportRecord, subscriberImportSummaryRecord } from './record.ts';

/** An import in a list, by what the database knows. */
export function renderImportSummary(
  row: SubscriberImport,
  timeZone: string,
  createdBy: JobCreator | null,
): Rendered<typeof subscriberImportSummaryRecord> {
  const progress = progressInDatabase(row);
  return {
    ...renderHead(row, progress, timeZone),
    file_source: row.options.file_source,
    stats: { ...renderStats(progress), subscribers: renderOutcomes(progress) },
    dry_run: row.options.dry_run === true,
    created_by: createdBy,
  };
}

/** One import in full; the view is that of a running one. */
export function renderImport(
  row: SubscriberImport,
  timeZone: string,
  view: SubscriberImportView | null = null,
): Rendered<typeof subscriberImportRecord> {
  const progress = view === null ? progressInDatabase(row) : progressInView(row, view);
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
      subscribers: renderOutcomes(progress),
      unchanged: progress.unchanged,
      reactivated: row.reactivated,
      suppressed: row.suppressed,
      statuses: row.statuses,
      partial: row.partial,
      deactivated: row.deactivated,
    },
    dry_run: options.dry_run === true,
    skip_suppressed: options.skip_suppressed === true,
    default_status_sent: options.default_status_sent === true,
    dry_run_id: row.dryRunId,
    started_import_id: row.startedImportId,
    parent_id: row.parentId,
    corrected_import_id: row.correctedImportId,
    undo_id: row.undoId,
    max_failed_records: options.max_failed_records ?? null,
    max_deactivated: options.max_deactivated ?? null,
    pause_reason: progress.pauseReason,
    balance: renderBalance(progress),
    column_rules: options.column_rules ?? null,
    notices: joinNotices(row.notices, row.scanNotices, ...countedNotices(row)),
  };
}

function renderOutcomes({ counters }: Progress) {
  return Object.fromEntries(COUNTERS.map((counter) => [counter, counters[counter] ?? 0]));
}

/** The notices of what an import has counted. */
function countedNotices({ leftLater: left, swallowed, unread, deactivated, options }: SubscriberImport) {
  const isDryRun = options.dry_run === true;
  return [
    leftLater(left ?? 0, isDryRun),
    swallowedRows(swallowed ?? 0),
    unreadRows({ unread: unread ?? 0, deactivated: deactivated ?? 0, isDryRun }),
  ];
}

/** An import as it was answered when it was created, whatever has happened since. */
export function renderNewImport(row: SubscriberImport, timeZone: string): Rendered<typeof subscriberImportRecord> {
  const untouched = { finishedAt: null, errorMessage: null, numberOfRecords: null, ...NEW };
  const counters = Object.fromEntries(COUNTERS.map((counter) => [counter, 0])) as SubscriberImport['counters'];
  return renderImport({ ...row, ...untouched, state: 'scheduled', counters }, timeZone);
}

const NEW = {
  unchanged: 0,
  reactivated: 0,
  suppressed: 0,
  statuses: Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, 0])) as SubscriberImport['statuses'],
  partial: 0,
  leftLater: null,
  swallowed: null,
  unread: null,
  deactivated: null,
  pauseReason: null,
  startedImportId: null,
  correctedImportId: null,
  undoId: null,
  scanNotices: [],
};

interface Progress {
  state: ImportState;
  errorMessage: string | null;
  numberOfRecords: number | null;
  counters: Readonly<Record<string, number>>;
  unchanged: number | null;
  pauseReason: string | null;
}

function progressInDatabase(row: SubscriberImport): Progress {
  const { state, errorMessage, numberOfRecords, counters, unchanged, pauseReason } = row;
  return { state, errorMessage, numberOfRecords, counters, unchanged, pauseReason };
}

/** A running import knows its state before the row has it. What is counted is in the ledger: the view counts whole chunks. */
function progressInView(row: SubscriberImport, view: SubscriberImportView): Progress {
  return {
    ...progressInDatabase(row),
    state: view.state,
    errorMessage: view.error_message,
    numberOfRecords: row.numberOfRecords ?? view.number_of_records,
    pauseReason: view.pause_reason ?? null,
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
  return { number_of_records: numberOfRecords, records_imported: handledOf(counters) };
}

function renderBalance({ state, numberOfRecords: records, counters }: Progress) {
  const outcomes = handledOf(counters);
  return { records, outcomes, is_balanced: hasEnded(state) ? records === outcomes : null };
}

function handledOf(counters: Progress['counters']): number {
  return Object.values(counters).reduce((sum, count) => sum + count, 0);
}
