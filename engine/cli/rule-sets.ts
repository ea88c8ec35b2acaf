import { dataOf } from '../../client/index.ts';
import type { SluiceClient } from '../../client/index.ts';
import type { components } from '../../client/schema.ts';

export type RuleSet = components['schemas']['ColumnRuleSet'];

/** The saved sets of column rules of the organization, by their names. */
export function listRuleSets(client: SluiceClient): Promise<readonly RuleSet[]> {
  return dataOf(client.GET('/column_rule_sets'));
}

/** The set with that id, or with that name in any case; null without one. */
export async function findRuleSet(client: SluiceClient, reference: number | string): Promise<RuleSet | null> {
  const sets = await listRuleSets(client);
  const isMeant = ({ id, name }: RuleSet) =>
    typeof reference === 'number' ? id === reference : name.toLowerCase() === reference.toLowerCase();
  return sets.find(isMeant) ?? null;
}
