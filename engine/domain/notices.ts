import { z } from 'zod';
import { EXTENSION_BOUNDS } from './extension-bounds.ts';
import { storableText } from './storable-text.ts';

/** Subjects of notices. */
export const NOTICE_CODES = [
  'guessed_encoding',
  'twice_encoded',
  'guessed_date_format',
  'contradicted_date_format',
  'guessed_decimal_mark',
  'person_in_header',
  'header_in_rows',
  'guessed_header',
  'skipped_lines',
  'cleaned_addresses',
  'doubtful_addresses',
  'cleaned_amounts',
  'formula_texts',
  'blank_words',
  'lost_digits',
  'consent_column',
  'leaving_name',
  'active_with_removal',
  'left_later',
  'swallowed_rows',
  'unread_rows',
  'unfit_column',
  'not_imported',
  'other_sheets',
  'created_options',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/**
 * Notice of a guess, or of something that was skipped or left out, when a file was read. An analysis, a dry run and an import
 * word it alike.
 */
const notice = z.object({
  code: z.enum(NOTICE_CODES),
  /** A sentence for the people whose file it is; it may quote the file. */
  message: z.string(),
  /** Numbers of the columns that it is about, from 1. */
  columns: z.array(z.number()).readonly(),
  /** Numbers of the first records that it is about, from 1, without the header. */
  rows: z.array(z.number()).readonly(),
  /** Number of records, lines or cells that it is about; null where they are not counted. */
  count: z.number().nullable(),
});
export type Notice = z.infer<typeof notice>;

/** The notices of an import as they are stored. */
export const notices = z.array(notice).readonly();

/** Creates a notice, within the bounds of one. */
export function createNotice(
  code: NoticeCode,
  message: string,
  { columns = [], rows = [], count = null }: Partial<Pick<Notice, 'columns' | 'rows' | 'count'>> = {},
): Notice {
  const { noticeColumns, noticeRows, noticeMessage } = EXTENSION_BOUNDS;
  return {
    code,
    message: storableText(message.slice(0, noticeMessage.max)),
    columns: columns.slice(0, noticeColumns.max),
    rows: rows.slice(0, noticeRows.max),
    count,
  };
}

/** Joins notices of several steps: the first one of each code stays. */
export function joinNotices(...steps: readonly (readonly Notice[])[]): Notice[] {
  const byCode = new Map<NoticeCode, Notice>();
  for (const each of steps.flat()) if (!byCode.has(each.code)) byCode.set(each.code, each);
  return [...byCode.values()];
}
