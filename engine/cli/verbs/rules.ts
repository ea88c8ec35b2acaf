import { Command } from 'commander';
import { withApiClient } from '../api-client.ts';
import { printRecords } from '../print-records.ts';
import { listRuleSets } from '../rule-sets.ts';

interface Options {
  readonly json?: true;
}

/** `sluice rules`: lists the saved sets of column rules, through the API. */
export function rules(): Command {
  return new Command('rules')
    .description('list the saved sets of column rules, through the API: id, name, and what their columns feed')
    .option('--json', 'print JSON with the rules, one set a line')
    .action(run);
}

function run({ json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const sets = await listRuleSets(client);
    printRecords(sets, { json, cells: ({ id, name, columns }) => [String(id), name, Object.keys(columns).join(', ')] });
    if (sets.length === 0) process.stderr.write(NONE);
  });
}

const NONE = 'No rules are saved. To save some: npx sluice rules:save NAME --rule "status:values:Left=unsubscribed"\n';
