import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Command } from 'commander';
import { dataOf, fileOf } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { spreadsheetQuery } from '../spreadsheet-query.ts';

/** `sluice failed <id>`: writes the failed rows of an import to stdout, as CSV with the reasons. */
export function failedRows(): Command {
  return new Command('failed')
    .description(
      'write the failed rows of an import to stdout, through the API, as CSV with the reason in the last column',
    )
    .argument('<id>', 'the id of the import or dry run', wholeNumberArgument(1))
    .addHelpText('after', '\nRepaired, the file can be imported again: it gets the mapping of its import.')
    .action(run);
}

function run(id: number): Promise<void> {
  return withApiClient(async ({ client }) => {
    const { stats } = await dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id } } }));
    if (stats?.subscribers.failed === 0) {
      process.stderr.write(`Import ${id} has no failed rows.\n`);
      return;
    }
    const params = { path: { id, kind: 'failed' as const }, query: spreadsheetQuery() };
    const log = await fileOf(client.GET('/subscriber_imports/{id}/logs/{kind}', { params, parseAs: 'stream' }));
    await pipeline(Readable.fromWeb(log as ReadableStream), process.stdout, { end: false });
  });
}
