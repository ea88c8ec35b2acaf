import { z } from 'zod/v4';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import { DECIMAL_MARKS, INVALID_CELLS, leavesBlank, NEEDED_ENTRIES } from '../../engine/domain/column-rules.ts';
import type { ColumnRule } from '../../engine/domain/column-rules.ts';
import type { Attributes } from '../http/attributes.ts';
import { arrayOf, objectOf, oneOf, recordOf, shortText } from '../http/values.ts';

/** The mark before the decimals of a number. */
export const decimalMark = z.enum(DECIMAL_MARKS, { error: 'must be "." or ","' });

const VALUE_CHARACTERS = 255;
const valueText = shortText(VALUE_CHARACTERS);

const columnRuleInput = objectOf({
  values: recordOf(valueText)
    .nullish()
    .describe('What a cell means that has one of these texts, in any case; "" is a blank cell.'),
  date_format: oneOf(['mdy', 'dmy']).nullish(),
  decimal_mark: decimalMark
    .nullish()
    .describe('The mark before the decimals of the numbers of the column, in place of that of file_format.'),
  invalid: oneOf(INVALID_CELLS)
    .nullish()
    .describe(
      'What becomes of a row with a cell that cannot be read: it fails, or is imported without that value; the cell is then in the log `partial`.',
    ),
});

/** Extension: how the cells of each column are read, parallel to the mapping. */
export const columnRulesInput = arrayOf(columnRuleInput.nullable(), BOUNDS.importColumns.max).nullish();

/** What can be sent of rules. */
export const rulesInput = objectOf({ column_rules: columnRulesInput });

/** Reads the rules of the columns; null when no column has one. `keyField` is the field that is the primary key of the list. */
export function readColumnRules(
  attributes: Attributes<typeof rulesInput>,
  mapping: readonly string[],
  keyField: string | null,
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
  for (const [index, rule] of rules.entries()) {
    const entry = mapping[index] ?? '';
    refuseTwins(attributes, rule);
    if (leavesBlank(rule) && (entry === keyField || NEEDED_ENTRIES.has(entry))) {
      attributes.refuse('column_rules', `cannot leave ${entry} blank: ${WHY_NEEDED}`);
    }
  }
  return rules.some((rule) => rule !== null) ? rules : null;
}

function ruleOf(sent: NonNullable<z.output<typeof columnRulesInput>>[number] | undefined): ColumnRule | null {
  if (sent == null) return null;
  const entries = Object.entries(sent).filter(([, value]) => value != null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

const WHY_NEEDED = 'it says who a row is about, or whether that person has left';

/** Texts that differ in case or blanks alone are one. */
function refuseTwins(attributes: Pick<Attributes, 'refuse'>, rule: ColumnRule | null): void {
  const meanings = new Map<string, string>();
  for (const [text, meaning] of Object.entries(rule?.values ?? {})) {
    const key = text.trim().toLowerCase();
    if (meanings.has(key) && meanings.get(key) !== meaning) {
      attributes.refuse('column_rules', `gives two meanings for ${text}`);
    }
    meanings.set(key, meaning);
  }
}
