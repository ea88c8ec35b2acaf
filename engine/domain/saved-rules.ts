import { plainWord } from './column-rule-limits.ts';
import type { ColumnRule } from './column-rules.ts';

/** Rules that are saved for columns, by what these feed: built-in entries and names of fields of a list. */
export type SavedRules = ReadonlyMap<string, ColumnRule>;

/** The rule of a column that feeds the entry: the suggested one with what is saved, which is stronger; undefined without either. */
export function withSavedRule(
  saved: SavedRules,
  entry: string,
  suggested: ColumnRule | null | undefined,
): ColumnRule | undefined {
  const own = saved.get(entry);
  if (own === undefined || suggested == null) return own ?? suggested ?? undefined;
  return joinRules(suggested, own);
}

/** The rules of two sources for one column, of which the second one is stronger. Words that differ in case alone are one. */
export function joinRules<Rule extends Pick<ColumnRule, 'values'>>(weaker: Rule, stronger: Rule): Rule {
  const said = new Set(Object.keys(stronger.values ?? {}).map(plainWord));
  const kept = Object.entries(weaker.values ?? {}).filter(([word]) => !said.has(plainWord(word)));
  const values = { ...Object.fromEntries(kept), ...stronger.values };
  return { ...weaker, ...stronger, ...(Object.keys(values).length > 0 && { values }) };
}
