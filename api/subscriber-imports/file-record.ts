import { z } from 'zod/v4';
import { BLANK_CELLS, DECIMAL_MARKS, INVALID_CELLS, OVERWRITES } from '../../engine/domain/column-rules.ts';
import { NOTICE_CODES } from '../../engine/domain/notices.ts';
import { whole } from '../http/record-values.ts';

/** Response record of the format of a CSV. */
export const fileFormatRecord = z.object({
  character_set: z.string(),
  csv_has_headers: z.boolean(),
  csv_field_enclosure: z.string(),
  csv_field_separator: z.string(),
  date_format: z.enum(['mdy', 'dmy']),
  decimal_mark: z.enum(DECIMAL_MARKS).optional().describe('Extension: the decimal mark of numbers.'),
  skip_lines: whole.optional().describe('Extension: number of lines above the header that are skipped.'),
  sheet: z
    .union([z.string(), whole])
    .optional()
    .describe('Extension: for a workbook, the name of the sheet or its number from 1.'),
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
  .describe('Extension: notices of what was guessed, skipped or left out when the file was read.');

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
