import { BOUNDS } from '../../engine/domain/bounds.ts';
import type { ColumnRule } from '../../engine/domain/column-rules.ts';
import type { ColumnRuleSet, ColumnRuleSetAttributes } from '../../engine/db/imports/column-rule-sets.ts';
import type { Attributes } from '../http/attributes.ts';
import { nameText, objectOf, recordOf } from '../http/values.ts';
import { checkColumnRule, columnRuleInput, ruleOf } from '../subscriber-imports/column-rules-input.ts';
import type { FieldEntries } from '../subscriber-imports/column-rules-input.ts';
import { BUILT_IN_ENTRIES } from '../subscriber-imports/mapping-input.ts';
import { ruleSetName } from '../subscriber-imports/saved-rules.ts';

const ENTRY_CHARACTERS = 255;
const entryText = nameText(ENTRY_CHARACTERS);

/** Attributes of a set of column rules as they are sent. */
export const columnRuleSetInput = objectOf({
  name: ruleSetName,
  columns: recordOf(columnRuleInput.nullable(), BOUNDS.importColumns.max).describe(
    'Rules by the entry of column_mapping: `status` or another built-in entry, or the name of a custom field.',
  ),
});

type SetInput = Attributes<typeof columnRuleSetInput>;

/** Reads a set to create or (`current`) update; what is not sent keeps its value. @throws ValidationFailed */
export async function readColumnRuleSet(
  attributes: SetInput,
  current: ColumnRuleSet | null,
  isNameTaken: (name: string) => Promise<boolean>,
): Promise<ColumnRuleSetAttributes> {
  const name = current !== null && !attributes.has('name') ? current.name : attributes.demand('name');
  if (name !== null && name !== current?.name && (await isNameTaken(name))) {
    attributes.refuse('name', 'has already been taken');
  }
  const columns = current !== null && !attributes.has('columns') ? current.columns : readColumns(attributes);
  attributes.check();
  return { name: name ?? '', columns };
}

function readColumns(attributes: SetInput): Record<string, ColumnRule> {
  const sent = attributes.demand('columns');
  if (sent === null) return {};
  const text = JSON.stringify(sent);
  if (Buffer.byteLength(text) > BOUNDS.columnRuleSet.max) {
    attributes.refuse('columns', `is too large (maximum is ${BOUNDS.columnRuleSet.max} bytes of JSON)`);
  }
  const columns = new Map<string, ColumnRule>();
  const known = new Set<string>();
  for (const [name, rule] of Object.entries(sent)) {
    const { data: entry, error } = entryText.safeParse(name);
    if (entry === undefined) {
      attributes.refuse('columns', `has a name that ${error?.issues[0]?.message ?? 'is wrong'}`);
      continue;
    }
    if (known.has(entry.toLowerCase())) attributes.refuse('columns', `has ${entry} more than once`);
    known.add(entry.toLowerCase());
    const read = ruleOf(rule);
    if (read === null) continue;
    columns.set(entry, read);
    checkColumnRule(read, { entry: builtIn(entry) ?? entry, fields: ANY_FIELD }, (message) =>
      attributes.refuse('columns', message),
    );
  }
  if (columns.size === 0) attributes.refuse('columns', 'has no rule');
  return Object.fromEntries(columns);
}

/** The lists that will use the set may have any fields. */
const ANY_NAME = { has: (entry: string) => builtIn(entry) === undefined };
const ANY_FIELD: FieldEntries = { names: ANY_NAME, choices: ANY_NAME, key: null };

function builtIn(entry: string): string | undefined {
  return BUILT_IN_ENTRIES.find((each) => each === entry.toLowerCase());
}
