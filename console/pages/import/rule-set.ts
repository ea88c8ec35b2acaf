import type { components } from '../../../client/index.ts';
import type { ColumnRule } from './column-rule.ts';

/** Rules that are saved under a name for all lists of the organization. */
export type RuleSet = components['schemas']['ColumnRuleSet'];
type Columns = RuleSet['columns'];

/** The rule that a set has for an entry; null without one. Case does not matter, as in a mapping. */
export function savedRuleOf(set: RuleSet | null, entry: string): ColumnRule | null {
  const found = Object.entries(set?.columns ?? {}).find(([name]) => name.toLowerCase() === entry.toLowerCase());
  return found?.[1] ?? null;
}

/** The rules of a mapping as a set has them, with those that the set has for other entries. */
export function columnsToSave(
  mapping: readonly string[],
  rules: readonly (ColumnRule | null)[],
  known: RuleSet | null,
): Columns {
  const own = mapping.flatMap((entry, at) => {
    const rule = rules[at] ?? null;
    return entry === '' || rule === null ? [] : [[entry, rule] as const];
  });
  const mapped = new Set(mapping.map((entry) => entry.toLowerCase()));
  const others = Object.entries(known?.columns ?? {}).filter(([entry]) => !mapped.has(entry.toLowerCase()));
  return Object.fromEntries([...others, ...own]);
}
