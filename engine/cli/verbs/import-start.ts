import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { watchImport } from '../watch-import.ts';

/** `sluice import:start <id>`: starts a finished dry run as an import through the API and prints the id of the import. */
export function importStart(): Command {
  return new Command('import:start')
    .description('start a finished dry run as an import, through the API, and print the id of the import')
    .argument('<id>', 'the id of the dry run', wholeNumberArgument(1))
    .option('--watch', 'show the progress until the import has ended')
    .action(run);
}

function run(dryRunId: number, { watch }: { readonly watch?: true }): Promise<void> {
  return withApiClient(async ({ client }) => {
    // Not repeated: a dry run is started once, and a second call would be refused.
    const call = client.POST('/subscriber_imports/{id}/start', { params: { path: { id: dryRunId } } });
    const { id } = await dataOf(call);
    process.stdout.write(`${id}\n`);
    if (watch === true) await watchImport(client, id);
  });
}
