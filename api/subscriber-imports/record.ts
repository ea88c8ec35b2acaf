import { z } from 'zod/v4';
import { COUNTERS, SOURCE_TYPES } from '../../engine/domain/subscriber-imports.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { IMPORT_STATES } from '../../engine/db/imports/subscriber-imports.ts';
import { progressRecord } from '../jobs/progress.ts';
import { jobCreatorRecord } from '../jobs/record.ts';
import { named, renderedTime, whole } from '../http/record-values.ts';
import { subscriberImportSummaryExample, subscriberImportExample } from './examples.ts';
import { columnRulesRecord, fileFormatRecord, noticesRecord } from './file-record.ts';

const head = {
  id: whole,
  mailing_list_id: whole,
  mailing_list_name: z.string(),
  created_at: renderedTime,
  state: z.enum(IMPORT_STATES),
  begins_at: renderedTime,
  finished_at: renderedTime.nullable(),
  file_source: z.object({
    type: z.enum(SOURCE_TYPES),
    id: z.string().optional().describe('Extension: the id of an upload.'),
    filename: z.string().optional(),
    url: z.string().optional(),
  }),
};
const stats = z.object({ number_of_records: whole.nullable(), records_imported: whole });
const outcomes = z.object(Object.fromEntries(COUNTERS.map((counter) => [counter, whole])));
const isDryRun = z.boolean().describe('Extension: whether everything was done except writing subscribers.');
const importLimit = z.union([whole, z.string()]).nullable();

/** An import as lists show it. */
export const subscriberImportSummaryRecord = z
  .object({
    ...head,
    stats: stats.extend({ subscribers: outcomes.describe('Extension: numbers of rows by outcome.') }),
    dry_run: isDryRun,
    created_by: jobCreatorRecord,
  })
  .meta({ id: 'SubscriberImportSummary', examples: [subscriberImportSummaryExample] });

const reaction = named.nullable();

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
      subscribers: outcomes,
      unchanged: whole
        .nullable()
        .describe(
          'Extension: rows of `updated` that changed nothing; null for imports that ended before this was counted.',
        ),
      suppressed: whole
        .nullable()
        .describe(
          'Extension: valid rows whose address was suppressed when they were read; null for imports that ended before this was counted.',
        ),
      reactivated: whole
        .nullable()
        .describe(
          'Extension: subscribers of the list that became active, or would in a dry run; null for imports that ended before this was counted.',
        ),
      statuses: z
        .object(Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, whole])))
        .nullable()
        .describe(
          'Extension: valid rows by the status that they give a new subscriber; null for imports that ended before this was counted.',
        ),
      partial: whole.describe(
        'Extension: records with cells that were left blank because they could not be read; the log `partial` lists these cells. `subscribers` counts the outcomes of the records.',
      ),
      deactivated: whole
        .nullable()
        .describe(
          'Extension: active subscribers that were deactivated, or would be in a dry run; null if the import deactivates none.',
        ),
    }),
    dry_run: isDryRun,
    skip_suppressed: z.boolean().describe('Extension: whether rows with a suppressed address fail.'),
    default_status_sent: z
      .boolean()
      .describe(
        'Extension: whether `subscriber_defaults.status` was sent; if so, rows without a status change that of existing subscribers.',
      ),
    dry_run_id: whole.nullable().describe('Extension: the dry run that this import was started from.'),
    started_import_id: whole.nullable().describe('Extension: the import that was started from this dry run.'),
    parent_id: whole.nullable().describe('Extension: the import that the corrected rows of this import come from.'),
    corrected_import_id: whole
      .nullable()
      .describe('Extension: the last import of corrected rows of this import; null when its logs are no longer kept.'),
    undo_id: whole
      .nullable()
      .describe(
        'Extension: the undo that has undone this import or is undoing it; null if there is none. Dry runs do not count.',
      ),
    max_failed_records: importLimit.describe('Extension: the limit of failed records.'),
    max_deactivated: importLimit.describe('Extension: the limit of deactivated subscribers.'),
    pause_reason: z
      .string()
      .nullable()
      .describe('Extension: the limit that paused the import, as a sentence; null unless one did.'),
    balance: z
      .object({ records: whole.nullable(), outcomes: whole, is_balanced: z.boolean().nullable() })
      .describe(
        'Extension: the account of the records, each of which has one outcome. `is_balanced` is null until the import has ended.',
      ),
    column_rules: columnRulesRecord,
    notices: noticesRecord,
    progress: progressRecord.optional().describe('Only in the answer for one unfinished import.'),
  })
  .meta({ id: 'SubscriberImport', examples: [subscriberImportExample] });
