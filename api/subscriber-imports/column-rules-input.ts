import type { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import {
  MEANING_CHARACTERS,
  NEEDED_ENTRIES,
  plainWord,
  SEPARATOR_CHARACTERS,
} from '../../engine/domain/column-rule-limits.ts';
import {
  BLANK_CELLS,
  createsOptions,
  INVALID_CELLS,
  leavesBlank,
  OVERWRITES,
} from '../../engine/domain/column-rules.ts';
import type { ColumnRule } from '../../engine/domain/column-rules.ts';
import type { Attributes } from '../http/attributes.ts';
import { decimalMark } from '../sources/source-input.ts';
import { arrayOf, flag, objectOf, oneOf, recordOf, shortText } from '../http/values.ts';

const valueText = shortText(MEANING_CHARACTERS);

/** The rule of one column as it is sent. */
export const columnRuleInput = objectOf({
  values: recordOf(valueText).nullish().describe('Meanings of cells by their text, in any case; "" is a blank cell.'),
  date_format: oneOf(['mdy', 'dmy']).nullish(),
  decimal_mark: decimalMark
    .nullish()
    .describe('The decimal mark of the numbers of the column, instead of that of file_format.'),
  separator: shortText(SEPARATOR_CHARACTERS)
    .min(1, 'cannot be empty')
    .nullish()
    .describe('The separator of several choices in a cell, instead of the usual ones.'),
  create_options: flag
    .nullish()
    .describe(
      `Whether unknown words are added to the options of the field, up to ${BOUNDS.newOptions.max} for each import.`,
    ),
  invalid: oneOf(INVALID_CELLS)
    .nullish()
    .describe(
      'Whether a row with an unreadable cell fails, or is imported without that value and noted in the log `partial`.',
    ),
  blank: oneOf(BLANK_CELLS)
    .nullish()
    .describe('Whether a blank cell clears or keeps the value of an existing subscriber.'),
  overwrite: oneOf(OVERWRITES)
    .nullish()
    .describe('Which values of existing subscribers the column replaces, instead of overwrite_what.custom_fields.'),
});

/** Extension: how the cells of each column are read, parallel to the mapping. */
export const columnRulesInput = arrayOf(columnRuleInput.nullable(), BOUNDS.importColumns.max).nullish();

/** Attributes of `column_rules` as they are sent. */
export const rulesInput = objectOf({ column_rules: columnRulesInput });

/** The fields that columns of an import can feed, by their names. */
export interface FieldEntries {
  readonly names: Pick<ReadonlySet<string>, 'has'>;
  /** Those that have options. */
  readonly choices: Pick<ReadonlySet<string>, 'has'>;
  /** The one that is the primary key of the list; null where that is the address. */
  readonly key: string | null;
}

/** Reads the rules of the columns; null when no column has one. */
export function readColumnRules(
  attributes: Attributes<typeof rulesInput>,
  mapping: readonly string[],
  fields: FieldEntries,
): (ColumnRule | null)[] | null {
  const sent = attributes.find('column_rules');
  if (sent === null) return null;
  if (sent.length > mapping.length) {
    attributes.refuse('column_rules', `has ${sent.length} entries for ${mapping.length} columns`);
  }
  if (Buffer.byteLength(JSON.stringify(sent)) > BOUNDS.columnRules.max) {
    attributes.refuse('column_rules', `is too large (maximum is ${BOUNDS.columnRules.max} bytes of JSON)`);
  }
  const rules = mapping.map((_, index) => ruleOf(sent[index]));
  const refuse = (message: string) => attributes.refuse('column_rules', message);
  for (const [index, rule] of rules.entries()) {
    if (rule !== null) checkColumnRule(rule, { entry: mapping[index] ?? '', fields }, refuse);
  }
  return rules.some((rule) => rule !== null) ? rules : null;
}

/** The rule that is sent, without the keys that are null; null when it has no other. */
export function ruleOf(sent: z.output<typeof columnRuleInput> | null | undefined): ColumnRule | null {
  if (sent == null) return null;
  const entries = Object.entries(sent).filter(([, value]) => value != null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Refuses two meanings of one word, words that Postgres cannot hold, and what the entry of a column cannot have. */
export function checkColumnRule(
  rule: ColumnRule,
  { entry, fields }: { readonly entry: string; readonly fields: FieldEntries },
  refuse: (message: string) => void,
): void {
  refuseTwins(rule, refuse);
  if (Object.keys(rule.values ?? {}).some((word) => word.includes('\0'))) {
    refuse('has a word with characters that cannot be stored');
  }
  if (entry !== '') refuseUnfit(rule, { entry, fields }, refuse);
}

/** Rules that the entry of a column cannot have. */
function refuseUnfit(
  rule: ColumnRule,
  { entry, fields: { names, choices, key } }: { readonly entry: string; readonly fields: FieldEntries },
  refuse: (message: string) => void,
): void {
  const isNeeded = NEEDED_ENTRIES.has(entry) || entry === key;
  const isField = names.has(entry) && entry !== key;
  if (leavesBlank(rule) && isNeeded) refuse(`cannot leave ${entry} blank: ${WHY_NEEDED}`);
  if (createsOptions(rule) && !choices.has(entry)) {
    refuse(`cannot have create_options for ${entry}: it is for fields that have options`);
  }
  for (const key of ['blank', 'overwrite'] as const) {
    if (rule[key] === undefined || isField) continue;
    refuse(`cannot have ${key} for ${entry}: it is for custom fields that are not the primary key`);
  }
}

const WHY_NEEDED = 'it says who a row is about, or whether that person has left';

/** Texts that differ in case or blanks alone are one. */
function refuseTwins(rule: ColumnRule, refuse: (message: string) => void): void {
  const meanings = new Map<string, string>();
  for (const [text, meaning] of Object.entries(rule.values ?? {})) {
    const key = plainWord(text);
    if (meanings.has(key) && meanings.get(key) !== meaning) refuse(`gives two meanings for ${text}`);
    meanings.set(key, meaning);
  }
}
