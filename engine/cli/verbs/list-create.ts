import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';

interface Options {
  readonly json?: true;
}

/** `sluice list:create <name>`: creates a mailing list through the API and prints its id. */
export function listCreate(): Command {
  return new Command('list:create')
    .description('create a mailing list, through the API, and print its id')
    .argument('<name>', 'the name, which no other list of the organization has')
    .option('--json', 'print the record as JSON')
    .action(run);
}

function run(name: string, { json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const created = await dataOf(client.POST('/mailing_lists', { body: { mailing_list: { name } } }));
    process.stdout.write(`${json === true ? JSON.stringify(created) : created.id}\n`);
  });
}
