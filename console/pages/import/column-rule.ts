import type { components } from '../../../client/index.ts';
import { NEEDED_ENTRIES, plainWord } from '../../../engine/domain/column-rule-limits.ts';
import { BUILT_IN, entryTypeOf } from './entry-type.ts';
import type { EntryType, Field } from './entry-type.ts';

type Rules = components['schemas']['SubscriberImportAnalysis']['column_rules'];

/** The rule of a column as the API takes it. */
export type ColumnRule = NonNullable<NonNullable<Rules>[number]>;
export type RuleKey = keyof ColumnRule;

/** The user's choices for a column, in place of the suggested rule; null removes a key or a word. */
export type RuleChoices = {
  readonly [Key in Exclude<RuleKey, 'values'>]?: ColumnRule[Key] | null;
} & { readonly values?: Readonly<Record<string, string | null>> };

/** Key of the choices for a column and its entry: another entry has others. */
export function choicesKey(column: number, entry: string): string {
  return `${column} ${entry}`;
}

const KEYS: readonly RuleKey[] = [
  ...(['values', 'date_format', 'decimal_mark', 'separator', 'create_options'] as const),
  ...(['invalid', 'blank', 'overwrite'] as const),
];

/**
 * The keys of a rule that mean something for an entry, and that the API takes for it.
 * @param primaryKey the entry that subscribers of the list are known by
 */
export function ruleKeysOf(entry: string, fields: readonly Field[], primaryKey: string): ReadonlySet<RuleKey> {
  const type = entryTypeOf(entry, fields);
  const isKey = entry === primaryKey;
  const isField = type !== null && !isKey && !BUILT_IN.some(({ name }) => name === entry);
  const isFitting: Readonly<Record<RuleKey, boolean>> = {
    values: type !== 'email',
    date_format: type !== null && DATED.has(type),
    decimal_mark: type === 'number',
    separator: type === 'select_multiple_checkboxes',
    create_options: type?.startsWith('select_') === true,
    invalid: type !== null && !isKey && !NEEDED_ENTRIES.has(entry),
    blank: isField,
    overwrite: isField,
  };
  return new Set(KEYS.filter((key) => isFitting[key]));
}

const DATED: ReadonlySet<EntryType> = new Set(['date', 'day_of_year', 'time']);

/** The rule that is suggested for a column with what a person has chosen of these keys; null when nothing is left of it. */
export function joinRule(
  suggested: ColumnRule | null,
  choices: RuleChoices,
  keys: ReadonlySet<RuleKey>,
): ColumnRule | null {
  const chosen = Object.entries(choices).filter(([key]) => keys.has(key as RuleKey));
  const joined: Record<string, unknown> = {
    ...suggested,
    ...Object.fromEntries(chosen),
    values: joinValues(suggested?.values ?? {}, keys.has('values') ? (choices.values ?? {}) : {}),
  };
  const said = KEYS.filter((key) => joined[key] != null && joined[key] !== DEFAULTS[key]);
  return said.length === 0 ? null : Object.fromEntries(said.map((key) => [key, joined[key]]));
}

/** Behaviour of a column without a rule. */
const DEFAULTS: ColumnRule = { create_options: false, invalid: 'fail', blank: 'clear' };

/** Joins what words mean. Words that differ in case or blanks alone are one, with the spelling that is suggested. */
function joinValues(
  suggested: Readonly<Record<string, string>>,
  chosen: Readonly<Record<string, string | null>>,
): Record<string, string> | null {
  const meanings = new Map<string, readonly [word: string, meaning: string | null]>();
  for (const [word, meaning] of [...Object.entries(suggested), ...Object.entries(chosen)]) {
    const key = plainWord(word);
    meanings.set(key, [meanings.get(key)?.[0] ?? word, meaning]);
  }
  const said = [...meanings.values()].filter((pair): pair is readonly [string, string] => pair[1] !== null);
  return said.length === 0 ? null : Object.fromEntries(said);
}
