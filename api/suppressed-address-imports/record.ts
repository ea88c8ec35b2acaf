import { z } from 'zod/v4';
import type { SuppressedAddressImport } from '../../engine/db/suppressed-address-imports/suppressed-address-imports.ts';
import { SUPPRESSED_ADDRESS_IMPORT_STATES } from '../../engine/domain/suppressed-address-imports.ts';
import { swallowedRows } from '../../engine/domain/swallowed-rows.ts';
import { renderedTime, whole } from '../http/record-values.ts';
import type { Rendered } from '../http/record-values.ts';
import { renderOptionalTime, renderTime } from '../http/times.ts';
import { progressRecord } from '../jobs/progress.ts';
import { noticesRecord } from '../subscriber-imports/file-record.ts';

/** An import of suppressed addresses as the API shows it. */
export const suppressedAddressImportRecord = z
  .object({
    id: whole,
    organization_id: whole,
    name: z.string().describe('The name of the file.'),
    state: z.enum(SUPPRESSED_ADDRESS_IMPORT_STATES),
    error_message: z.string().nullable(),
    created_at: renderedTime,
    started_at: renderedTime.nullable(),
    finished_at: renderedTime.nullable(),
    column_mapping: z.array(z.string()),
    file_source: z.object({ type: z.string(), url: z.string().optional(), filename: z.string().optional() }),
    progress: progressRecord.optional().describe('Only in the answer for one unfinished import.'),
    stats: z.object({
      number_of_records: whole.nullable().describe('Null until the source is scanned.'),
      added: whole,
      failed: whole,
      skipped_duplicate: whole.describe('Rows whose address was suppressed before, or by an earlier row.'),
    }),
    notices: noticesRecord,
  })
  .meta({
    id: 'SuppressedAddressImport',
    examples: [
      {
        ...{ id: 1, organization_id: 1, name: 'data', state: 'finished', error_message: null },
        ...{ created_at: '2026-03-02T09:30:24Z', started_at: '2026-03-02T09:30:24Z' },
        ...{ finished_at: '2026-03-02T09:30:24Z', column_mapping: ['email'] },
        file_source: { type: 'json', filename: 'data' },
        stats: { number_of_records: 3, added: 2, failed: 0, skipped_duplicate: 1 },
        notices: [],
      },
    ],
  });

/** An import as the database knows it, which is as far as its last range that was imported. */
export function renderSuppressedImport(
  row: SuppressedAddressImport,
  timeZone: string,
): Rendered<typeof suppressedAddressImportRecord> {
  const { type, ...source } = row.options.file_source;
  return {
    id: row.id,
    organization_id: row.organizationId,
    name: row.name,
    state: row.state,
    error_message: row.errorMessage,
    created_at: renderTime(row.createdAt, timeZone),
    started_at: renderOptionalTime(row.startedAt, timeZone),
    finished_at: renderOptionalTime(row.finishedAt, timeZone),
    column_mapping: row.options.column_mapping,
    file_source: {
      type,
      ...('url' in source && { url: source.url }),
      ...('filename' in source && { filename: source.filename }),
    },
    stats: {
      number_of_records: row.total,
      ...{ added: row.added, failed: row.failed, skipped_duplicate: row.skippedDuplicate },
    },
    notices: swallowedRows(row.swallowed),
  };
}

/** An import as it was answered when it was created, whatever has happened since. */
export function renderNewSuppressedImport(row: SuppressedAddressImport, timeZone: string) {
  const untouched = { errorMessage: null, startedAt: null, finishedAt: null, total: null };
  return renderSuppressedImport(
    { ...row, ...untouched, state: 'idle', added: 0, failed: 0, skippedDuplicate: 0, swallowed: 0 },
    timeZone,
  );
}
