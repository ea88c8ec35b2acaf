import { FIELD_SEPARATORS } from './field-separators.ts';
import { z } from 'zod';
import { columnRule, DECIMAL_MARKS } from './column-rules.ts';
import type { ColumnRules } from './column-rules.ts';
import { sheetRows } from './sheet-rows.ts';
import { EMAIL_FORMATS, SUBSCRIBER_STATUSES } from './subscribers.ts';

/** The name of this kind of job, which records about jobs of all kinds hold. */
export const IMPORT_KIND = 'subscriber_import';

/** The log kinds and counters of an import, in the specification's order. */
export const COUNTERS = [
  'added',
  'updated',
  'failed',
  'skipped_overwrite',
  'skipped_active',
  'skipped_unsubscribed',
  'skipped_scomp',
  'skipped_bounced',
  'skipped_deactivated',
  'skipped_duplicate',
  'skipped_over_limit',
] as const;
export type Counter = (typeof COUNTERS)[number];
export type Counters = Record<Counter, number>;

/** The logs of an import: of each counter, and of cells that were left blank since they could not be read. */
export const LOG_KINDS = [...COUNTERS, 'partial'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** The logs that are CSV, bounded one by one. */
export type RowLogKind = 'failed' | 'partial';

/** Outcome of the rows of a chunk. */
export interface ChunkResult {
  readonly counters: Counters;
  /** Rows of `updated` that changed nothing. */
  readonly unchanged: number;
  /** Rows of `updated` whose subscribers became active. */
  readonly reactivated: number;
  /** People who are active by the row that counts, and of whom a later row says that they left. */
  readonly leftLater: number;
}

/** A percentage from 0% to 100% with at most two decimals. */
export const LIMIT_PERCENTAGE = /^(?:100(?:\.0{1,2})?|\d{1,2}(?:\.\d{1,2})?)%$/;

/** Types of the sources of imports, in the order of the API's document. */
export const SOURCE_TYPES = ['json', 'upload_directory', 'url', 'upload'] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Limit at which an import pauses: a number, or a percentage such as "5%". */
const importLimit = z.union([z.number().int().nonnegative(), z.string().regex(LIMIT_PERCENTAGE)]);

const autoresponderReference = z.object({ id: z.number().int(), name: z.string() }).nullable();

/**
 * A validated import request as stored in `subscriber_imports.options`, under the specification's own names.
 * `column_mapping` has one entry per CSV column; the empty string skips a column.
 */
export const importOptions = z.object({
  overwrite: z.boolean(),
  deactivate_subscribers_not_in_import: z.boolean(),
  /** Limits: the import pauses before more records fail, or more subscribers are deactivated, than that. */
  max_failed_records: importLimit.optional(),
  max_deactivated: importLimit.optional(),
  dry_run: z.boolean().optional(),
  /** False: it keeps no before-images, and cannot be undone. */
  undo: z.boolean().optional(),
  /** Rows whose address is suppressed fail. */
  skip_suppressed: z.boolean().optional(),
  autoresponders: z.object({
    subscription: z.object({ trigger: z.boolean(), also_trigger_on_updated_subscribers: z.boolean() }),
    api: z.object({ trigger_new: autoresponderReference, trigger_updated: autoresponderReference }),
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
  /** Parallel to the mapping; absent where no column has a rule. */
  column_rules: z.array(columnRule.nullable()).optional(),
  default_custom_fields: z.record(z.unknown()),
  /** The ids of the fields that both name, by these names; absent: stored before ids were kept. */
  field_ids: z.record(z.number().int()).optional(),
  file_source: z.discriminatedUnion('type', [
    z.object({ type: z.literal('json'), filename: z.literal('data') }),
    z.object({ type: z.literal('upload_directory'), filename: z.string() }),
    z.object({ type: z.literal('upload'), id: z.string(), filename: z.string() }),
    z.object({ type: z.literal('url'), url: z.string() }),
  ]),
  file_format: z.object({
    character_set: z.string(),
    csv_has_headers: z.boolean(),
    csv_field_enclosure: z.enum(['"', "'"]),
    csv_field_separator: z.enum(FIELD_SEPARATORS),
    date_format: z.enum(['mdy', 'dmy']),
    /** The mark before the decimals of numbers; absent: numbers are read that have one reading. */
    decimal_mark: z.enum(DECIMAL_MARKS).optional(),
    /** Lines above the header, or above the first record. */
    skip_lines: z.number().int().nonnegative().optional(),
    /** Of a workbook: the name of the sheet, or its number from 1. */
    sheet: z.union([z.string(), z.number().int().positive()]).optional(),
    /** CR alone, where the source has no LF; never sent, the source says it. */
    line_breaks: z.literal('cr').optional(),
    /** Quotes around whole rows, or curly ones around fields; never sent, the source says it. */
    quoting: z.enum(['rows', 'curly']).optional(),
    /** The source is a sheet of a workbook, written as CSV; never sent, the source says it. */
    workbook: z.literal(true).optional(),
    /** Of a workbook: the rows that its records have; never sent, the scan says it. */
    sheet_rows: sheetRows.optional(),
  }),
  subscriber_defaults: z.object({
    status: z.enum(SUBSCRIBER_STATUSES),
    confirmed: z.boolean().optional(),
    format: z.enum(EMAIL_FORMATS).optional(),
  }),
  /** Whether the call sent `subscriber_defaults.status`; absent: stored before this was kept. */
  default_status_sent: z.boolean().optional(),
  /** Whether the call sent `file_format.date_format`; absent: stored before this was kept. */
  date_format_sent: z.boolean().optional(),
});
export type ImportOptions = z.infer<typeof importOptions>;

/** Mapping that the last import of a list used for the columns of its file. */
export interface LastMapping {
  readonly mapping: readonly string[];
  /** Null without any. */
  readonly rules: ColumnRules | null;
  /** Of the columns of its file; null when it had no header or the hash is not known. */
  readonly columnsHash: string | null;
}
