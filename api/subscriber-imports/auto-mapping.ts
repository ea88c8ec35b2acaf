import type { SourceAnalysis } from '../../engine/analysis/analyze-source.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import type { Notice } from '../../engine/domain/notices.ts';
import type { SavedRules } from '../../engine/domain/saved-rules.ts';
import type { ImportOptions } from '../../engine/domain/subscriber-imports.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { checkColumnMapping, checkRequiredFields } from './mapping-input.ts';
import { readFileFormat, readSentFormat } from '../sources/source-input.ts';
import type { fileFormatInput } from '../sources/source-input.ts';

/** Source of the CSV; `content` is the text of inline content, else null. */
export interface SentSource {
  readonly file_source: ImportOptions['file_source'];
  readonly content: string | null;
}

/** Analyzes a source; what is sent of the format is not detected, and saved rules count more than suggested ones. */
export type Analyze = (
  source: SentSource,
  sentFormat: Partial<ImportOptions['file_format']>,
  savedRules: SavedRules,
) => Promise<SourceAnalysis>;

/**
 * Returns the column mapping that an analysis of the source suggests, its format where the client has sent none, and its notices.
 * @throws ValidationFailed when the address column is not clear, or the list needs a column that is not found
 */
export async function readAutoMapping(
  attributes: Pick<Attributes, 'refuse' | 'refuseAs' | 'check'>,
  { list, fields, analyze }: { list: ListHead; fields: readonly CustomField[]; analyze: Analyze },
  sent: {
    readonly source: SentSource;
    readonly sentFormat: Partial<ImportOptions['file_format']>;
    readonly defaults: Readonly<Record<string, unknown>>;
    readonly savedRules: SavedRules;
    readonly isStatusSent: boolean;
  },
): Promise<
  Pick<ImportOptions, 'column_mapping' | 'column_rules' | 'file_format'> & { readonly notices: readonly Notice[] }
> {
  const { source, sentFormat, savedRules } = sent;
  const { mapping, rules, isUndecided, format, warnings, ...analysis } = await analyze(source, sentFormat, savedRules);
  // A name is of no account once the client has said the status.
  const notices = analysis.notices.filter(({ code }) => !sent.isStatusSent || code !== 'leaving_name');
  if (mapping === null) {
    const reason = warnings[0]?.message ?? 'The source has no column of addresses.';
    attributes.refuse('column_mapping', `cannot be found: ${reason} Send the mapping in place of "auto".`);
  }
  const noticeOf = (wanted: Notice['code']) => notices.find(({ code }) => code === wanted);
  const ofPeople = noticeOf('consent_column') ?? noticeOf('active_with_removal') ?? noticeOf('person_in_header');
  const undecided = isUndecided ? ofPeople : undefined;
  const open = undecided ?? noticeOf('leaving_name') ?? noticeOf('contradicted_date_format');
  if (open !== undefined) attributes.refuse('column_mapping', `cannot be found: ${open.message}`);
  const column_mapping = mapping === null ? [] : checkColumnMapping(attributes, mapping, list, fields);
  if (mapping !== null) checkRequiredFields(attributes, fields, column_mapping, sent.defaults);
  attributes.check();
  return { column_mapping, ...(rules !== null && { column_rules: [...rules] }), file_format: format, notices };
}

/** Returns the format that the client sends, with the encoding that an analysis of the source detects, and a notice if that is a guess. */
export async function readAutoCharacterSet(
  analyze: Analyze,
  sent: {
    readonly source: SentSource;
    readonly format: Attributes<typeof fileFormatInput>;
    readonly savedRules: SavedRules;
  },
): Promise<Pick<ImportOptions, 'file_format'> & { readonly notices: readonly Notice[] }> {
  const { source, format, savedRules } = sent;
  const analysis = await analyze(source, readSentFormat(format), savedRules);
  return {
    file_format: { ...readFileFormat(format), character_set: analysis.format.character_set },
    notices: analysis.notices.filter(({ code }) => code === 'guessed_encoding'),
  };
}
