import { z } from 'zod/v4';
import type { SourceAnalysis } from '../../engine/analysis/analyze-source.ts';
import type { ColumnConsent } from '../../engine/analysis/column-consent.ts';
import { WARNING_CODES } from '../../engine/analysis/analysis-warnings.ts';
import { SUGGESTION_REASONS } from '../../engine/analysis/suggest-mapping.ts';
import { CONSENT_ENTRIES, SUBSCRIBER_STATUSES } from '../../engine/domain/subscribers.ts';
import { whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { importAnalysisExample } from './examples.ts';
import { columnRulesRecord, fileFormatRecord, noticesRecord } from './file-record.ts';

/** Response record of a column that speaks of leaving or of consent. */
const consentRecord = z
  .object({
    entry: z
      .enum(CONSENT_ENTRIES)
      .nullable()
      .describe('The entry that the column would be mapped to; null if unknown.'),
    values: z.record(z.string(), z.string()).describe('The meanings of the known words of the column.'),
    leavers: whole.describe('Number of rows that say not to mail the subscriber, or have an unknown word.'),
    is_text: z.boolean().describe('Whether the column has free text, and some cells mention leaving.'),
  })
  .describe('Only of columns about leaving or consent, mapped or not.');

const share = z.number().min(0).max(1);

/** Response record of what a suggested rule gains. */
const fitRecord = z
  .object({ before: share, after: share })
  .describe('The share of the first values that fit the suggestion, without and with its rule in `column_rules`.');

/** An analysis of a source as the API shows it. */
export const importAnalysisRecord = z
  .object({
    file_format: fileFormatRecord,
    sheets: z
      .array(z.object({ name: z.string(), rows: whole.nullable() }))
      .nullable()
      .describe('For a workbook, the visible sheets with cells, and the number of the last row that each declares.'),
    line_ends: z.enum(['LF', 'CRLF', 'CR', 'mixed']).nullable(),
    has_byte_order_mark: z.boolean(),
    columns: z.array(
      z.object({
        number: whole,
        name: z.string().nullable(),
        samples: z.array(z.string()),
        suggestion: z.string().nullable(),
        suggested_by: z.enum(SUGGESTION_REASONS).nullable(),
        fit: fitRecord.nullable(),
        consent: consentRecord.nullable(),
      }),
    ),
    primary_key: z.string().describe('The key of the subscribers of the list: email, or the name of a custom field.'),
    column_mapping: z.array(z.string()).nullable(),
    column_rules: columnRulesRecord.describe(
      'Suggested rules for the words of the columns, to send as column_rules of an import.',
    ),
    records: z.object({ estimate: whole.nullable(), is_exact: z.boolean() }),
    sample: z.object({
      bytes: whole,
      rows: whole,
      statuses: z
        .object(Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, whole])))
        .describe('Number of rows that would be added with each status.'),
      first_rows: z.array(z.array(z.string())),
      failed: whole,
      failures: z.array(z.object({ row: whole, message: z.string() })),
    }),
    warnings: z.array(
      z.object({ code: z.enum(WARNING_CODES), message: z.string(), rows: z.array(whole), columns: z.array(whole) }),
    ),
    notices: noticesRecord,
  })
  .meta({ id: 'SubscriberImportAnalysis', examples: [importAnalysisExample] });

/** Renders the analysis of a source for a list with this primary key. */
export function renderAnalysis(analysis: SourceAnalysis, primaryKey: string): Rendered<typeof importAnalysisRecord> {
  const { sample } = analysis;
  return {
    file_format: analysis.format,
    sheets: analysis.sheets,
    line_ends: analysis.lineEnds,
    has_byte_order_mark: analysis.hasByteOrderMark,
    columns: analysis.columns.map(({ number, name, samples, entry, reason, fit = null, consent }) => ({
      ...{ number, name, samples },
      suggestion: entry === '' ? null : entry,
      suggested_by: reason,
      fit,
      consent: consent === null ? null : renderConsent(consent),
    })),
    primary_key: primaryKey,
    column_mapping: analysis.mapping,
    column_rules: analysis.rules,
    records: { estimate: analysis.records, is_exact: analysis.isExact },
    sample: {
      bytes: sample.bytes,
      rows: sample.rows,
      statuses: Object.fromEntries(SUBSCRIBER_STATUSES.map((status) => [status, sample.statuses[status] ?? 0])),
      first_rows: sample.firstRows,
      failed: sample.refused,
      failures: sample.refusedRows.map(({ row, error }) => ({ row, message: error })),
    },
    warnings: analysis.warnings,
    notices: analysis.notices,
  };
}

function renderConsent({ isText, ...consent }: ColumnConsent) {
  return { ...consent, is_text: isText };
}
