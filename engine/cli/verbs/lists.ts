import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { printRecords } from '../print-records.ts';

interface Options {
  readonly json?: true;
}

/** `sluice lists`: lists the mailing lists of the organization, through the API. */
export function lists(): Command {
  return new Command('lists')
    .description('list the mailing lists, through the API: id and name')
    .option('--json', 'print JSON, one list a line')
    .action(run);
}

function run({ json }: Options): Promise<void> {
  return withApiClient(async ({ client }) => {
    const found = await dataOf(client.GET('/mailing_lists'));
    printRecords(found, { json, cells: ({ id, name }) => [String(id), name] });
    if (found.length === 0) process.stderr.write('There are no lists. To create one: npx sluice list:create NAME\n');
  });
}
