import { Command, Option } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { BOUNDS } from '../../domain/bounds.ts';
import { withApiClient } from '../api-client.ts';
import { nameArgument, WrongUsage } from '../arguments.ts';
import { addRule, RULE_HELP } from '../rule-argument.ts';
import type { NamedRules } from '../rule-argument.ts';
import { findRuleSet } from '../rule-sets.ts';

interface Options {
  readonly rule: NamedRules;
  readonly json?: true;
}

/** `sluice rules:save <name>`: saves column rules under a name, through the API, and prints the id of the set. */
export function rulesSave(): Command {
  return new Command('rules:save')
    .description('save column rules under a name, in place of those that have it, and print the id of the set')
    .argument(
      '<name>',
      'the name of the set, for the --rules of imports into every list',
      nameArgument(BOUNDS.columnRuleSetName.max),
    )
    .addOption(
      new Option('--rule <field:key=value>', `COLUMN is the field that a column feeds, or status; ${RULE_HELP}`)
        .argParser(addRule)
        .default(new Map(), 'none'),
    )
    .option('--json', 'print the record as JSON')
    .action(run);
}

function run(name: string, { rule, json }: Options): Promise<void> {
  if (rule.size === 0) throw new WrongUsage('It needs a --rule, for example --rule "status:values:Left=unsubscribed".');
  return withApiClient(async ({ client }) => {
    const columns = Object.fromEntries(rule);
    const known = await findRuleSet(client, name);
    const saved = await dataOf(
      known === null
        ? client.POST('/column_rule_sets', { body: { column_rule_set: { name, columns } } })
        : client.PUT('/column_rule_sets/{id}', {
            params: { path: { id: known.id } },
            body: { column_rule_set: { columns } },
          }),
    );
    process.stdout.write(`${json === true ? JSON.stringify(saved) : saved.id}\n`);
  });
}
