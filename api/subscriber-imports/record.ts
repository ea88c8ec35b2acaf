import { z } from 'zod/v4';
import { BLANK_CELLS, DECIMAL_MARKS, INVALID_CELLS, OVERWRITES } from '../../engine/domain/column-rules.ts';
import { joinNotices, NOTICE_CODES } from '../../engine/domain/notices.ts';
import { COUNTERS } from '../../engine/domain/subscriber-imports.ts';
import { hasEnded } from '../../engine/domain/job-states.ts';
import { leftLater } from '../../engine/domain/left-later.ts';
import { swallowedRows } from '../../engine/domain/swallowed-rows.ts';
import { unreadRows } from '../../engine/domain/unread-rows.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { IMPORT_STATES } from '../../engine/db/imports/subscriber-imports.ts';
import type { ImportState, SubscriberImport } from '../../engine/db/imports/subscriber-imports.ts';
import type { SubscriberImportView } from '../../machines/subscriber-import-view.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { progressRecord } from '../jobs/progress.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
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
    type: z.enum(['json', 'upload_directory', 'url', 'upload']),
    id: z.string().optional().describe('Extension: of an upload.'),
    filename: z.string().optional(),
    url: z.string().optional(),
  }),
};
const stats = z.object({ number_of_records: whole.nullable(), records_imported: whole });
const isDryRun = z.boolean().describe('Extension: everything was done but writing subscribers.');
const guardLimit = z.union([whole, z.string()]).nullable();

/** An import as lists show it. */
export const subscriberImportSummaryRecord = z
  .object({ ...head, stats, dry_run: isDryRun })
  .meta({ id: 'SubscriberImportSummary', examples: [subscriberImportSummaryExample] });

const reaction = named.nullable();

/** Response record of the format of a CSV. */
export const fileFormatRecord = z.object({
  character_set: z.string(),
  csv_has_headers: z.boolean(),
  csv_field_enclosure: z.string(),
  csv_field_separator: z.string(),
  date_format: z.enum(['mdy', 'dmy']),
  decimal_mark: z.enum(DECIMAL_MARKS).optional().describe('Extension: the mark before the decimals of numbers.'),
  skip_lines: whole.optional().describe('Extension: lines above the header that are not read.'),
  sheet: z
    .union([z.string(), whole])
    .optional()
    .describe('Extension: of a workbook, the name of the sheet, or its number from 1.'),
});

/** Notices of what was guessed, skipped or left out when a file was read. */
export const noticesRecord = z
  .array(
    z.object({
      code: z.enum(NOTICE_CODES),
      message: z.string(),
      columns: z.array(whole),
      rows: z.array(whole),
      count: whole.nullable(),
    }),
  )
  .describe('Extension: what was guessed, skipped or left out when the file was read.');

/** Extension: how the cells of a column are read. */
export const columnRuleRecord = z.object({
  values: z.record(z.string(), z.string()).optional(),
  date_format: z.enum(['mdy', 'dmy']).optional(),
  decimal_mark: z.enum(DECIMAL_MARKS).optional(),
  separator: z.string().optional(),
  create_options: z.boolean().optional(),
  invalid: z.enum(INVALID_CELLS).optional(),
  blank: z.enum(BLANK_CELLS).optional(),
  overwrite: z.enum(OVERWRITES).optional(),
});

/** The rules of all columns: null for a column without one, and in place of the list where no column has any. */
export const columnRulesRecord = z.array(columnRuleRecord.nullable()).nullable();

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
    stats: stats.extend({
      subscribers: z.object(Object.fromEntries(COUNTERS.map((counter) => [counter, whole]))),
      unchanged: whole
        .nullable()
        .describe(
          'Extension: rows of `updated` that changed nothing; null for imports that ended before this was counted.',
        ),
      suppressed: whole
        .nullable()
        .describe(
          'Extension: valid rows whose address was suppressed when they were read; null for imports that ended before these were counted.',
        ),
      reactivated: whole
        .nullable()
        .describe(
          'Extension: subscribers of the list that became active, or in a dry run would; null for imports that ended ' +
            'before this was counted.',
        ),
      statuses: z
        .object(Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, whole])))
        .nullable()
        .describe(
          'Extension: the valid rows by the status that each gives a new subscriber; null for imports that ended before ' +
            'this was counted.',
        ),
      partial: whole.describe(
        'Extension: records of which cells were left blank that could not be read; the log `partial` has these cells. ' +
          'What became of the records is counted in `subscribers`.',
      ),
      deactivated: whole
        .nullable()
        .describe(
          'Extension: active subscribers that were deactivated, or in a dry run would be; null: none were to be.',
        ),
    }),
    dry_run: isDryRun,
    skip_suppressed: z.boolean().describe('Extension: rows whose address is suppressed fail.'),
    dry_run_id: whole.nullable().describe('Extension: the dry run that was started as this import.'),
    started_import_id: whole.nullable().describe('Extension: the import as which this dry run was started.'),
    max_failed_records: guardLimit.describe('Extension: a guard.'),
    max_deactivated: guardLimit.describe('Extension: a guard.'),
    pause_reason: z.string().nullable().describe('Extension: why a guard paused the import; null unless one did.'),
    balance: z
      .object({ records: whole.nullable(), outcomes: whole, is_balanced: z.boolean().nullable() })
      .describe('Extension: each record has one outcome. `is_balanced` is null until the import has ended.'),
    column_rules: columnRulesRecord,
    notices: noticesRecord,
    progress: progressRecord.optional().describe('Of an unfinished import that is read by its id.'),
  })
  .meta({ id: 'SubscriberImport', examples: [subscriberImportExample] });

/** An import in a list, by what the database knows. */
export function renderImportSummary(
  row: SubscriberImport,
  timeZone: string,
): Rendered<typeof subscriberImportSummaryRecord> {
  const progress = progressInDatabase(row);
  return {
    ...renderHead(row, progress, timeZone),
    file_source: row.options.file_source,
    stats: renderStats(progress),
    dry_run: row.options.dry_run === true,
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
      subscribers: Object.fromEntries(COUNTERS.map((counter) => [counter, progress.counters[counter] ?? 0])),
      unchanged: progress.unchanged,
      reactivated: row.reactivated,
      suppressed: row.suppressed,
      statuses: row.statuses,
      partial: row.partial,
      deactivated: row.deactivated,
    },
    dry_run: options.dry_run === true,
    skip_suppressed: options.skip_suppressed === true,
    dry_run_id: row.dryRunId,
    started_import_id: row.startedImportId,
    max_failed_records: options.max_failed_records ?? null,
    max_deactivated: options.max_deactivated ?? null,
    pause_reason: progress.pauseReason,
    balance: renderBalance(progress),
    column_rules: options.column_rules ?? null,
    notices: joinNotices(row.notices, row.scanNotices, ...countedNotices(row)),
  };
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
