import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { SluiceError } from '../../platform/errors.ts';
import { withApiClient } from '../api-client.ts';
import { referenceArgument } from '../arguments.ts';
import { findRuleSet } from '../rule-sets.ts';

/** `sluice rules:delete <set>`: deletes a saved set of column rules, through the API. */
export function rulesDelete(): Command {
  return new Command('rules:delete')
    .description('delete saved column rules, through the API; imports keep the rules that they were created with')
    .argument('<set>', 'the name or the id of the set', referenceArgument)
    .action(run);
}

function run(reference: number | string): Promise<void> {
  return withApiClient(async ({ client }) => {
    const set = await findRuleSet(client, reference);
    if (set === null) {
      throw new SluiceError(
        'not_found',
        `No saved rules have the name or id ${reference}. To list them: npx sluice rules`,
      );
    }
    await dataOf(client.DELETE('/column_rule_sets/{id}', { params: { path: { id: set.id } } }));
  });
}
