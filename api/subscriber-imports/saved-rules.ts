import { z } from 'zod/v4';
import type { ColumnRuleSet } from '../../engine/db/imports/column-rule-sets.ts';
import type { ListHead } from '../../engine/db/lists/mailing-lists.ts';
import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { ColumnRule } from '../../engine/domain/column-rules.ts';
import type { SavedRules } from '../../engine/domain/saved-rules.ts';
import type { CustomField } from '../../engine/values/custom-field.ts';
import type { Attributes } from '../http/attributes.ts';
import { nameText, objectOf, wholeNumber } from '../http/values.ts';
import { checkColumnRule } from './column-rules-input.ts';
import { fieldEntriesOf, mappingEntries } from './mapping-input.ts';

/** The name of a set of column rules. */
export const ruleSetName = nameText(BOUNDS.columnRuleSetName.max);

/** The name or the id of a set. */
type RuleSetReference = string | number;

/** Finds a set of column rules of the organization of a list. */
export type FindRuleSet = (reference: RuleSetReference) => Promise<ColumnRuleSet | null>;

/** The attribute that names the saved rules of an import or an analysis. */
export const savedRulesInput = objectOf({
  column_rule_set: z
    .union([ruleSetName, wholeNumber(1)], { error: 'must be the name or the id of a set of column rules' })
    .nullish()
    .describe(
      'Extension: the name or the id of saved rules. They apply to columns without a rule in column_rules, by the field that a column is mapped to.',
    ),
});

/** Reads the saved rules that apply to a list, by its entries; none where no set is named. The others are for other lists. */
export async function readSavedRules(
  attributes: Attributes<typeof savedRulesInput>,
  { list, fields, findRuleSet }: { list: ListHead; fields: readonly CustomField[]; findRuleSet: FindRuleSet },
): Promise<SavedRules> {
  const reference = attributes.find('column_rule_set');
  const set = reference === null ? null : await findRuleSet(reference);
  if (reference !== null && set === null) {
    attributes.refuse('column_rule_set', `is not a set of column rules of the organization: ${reference}`);
  }
  const entries = new Map(mappingEntries(list, fields).map((entry) => [entry.toLowerCase(), entry]));
  const rules = new Map<string, ColumnRule>();
  for (const [name, rule] of Object.entries(set?.columns ?? {})) {
    const entry = entries.get(name.toLowerCase());
    if (entry === undefined) continue;
    rules.set(entry, rule);
    checkColumnRule(rule, { entry, fields: fieldEntriesOf(list, fields) }, (message) =>
      attributes.refuse('column_rule_set', message),
    );
  }
  return rules;
}

/** The rules of the columns of a mapping: their own, or else the saved ones; null when no column has one. */
export function withSavedRules(
  own: readonly (ColumnRule | null)[] | null,
  mapping: readonly string[],
  saved: SavedRules,
): (ColumnRule | null)[] | null {
  const rules = mapping.map((entry, index) => own?.[index] ?? saved.get(entry) ?? null);
  return rules.some((rule) => rule !== null) ? rules : null;
}
