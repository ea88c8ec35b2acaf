import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Command, InvalidArgumentError, Option } from 'commander';
import { parse } from 'csv-parse/sync';
import { dataOf, fileOf } from '../../../client/index.ts';
import { SUBSCRIBER_STATUSES } from '../../domain/subscribers.ts';
import { repeatUnanswered, withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { spreadsheetQuery } from '../spreadsheet-query.ts';
import { exitCodeOfState, watchJob } from '../watch-job.ts';

type Status = (typeof SUBSCRIBER_STATUSES)[number];

interface Options {
  readonly columns?: string[];
  readonly statuses?: Status[];
  readonly segment?: number;
  readonly separator?: keyof typeof SEPARATORS;
  readonly bom?: boolean;
  readonly idempotencyKey?: string;
}

/** The separators of an export, by name: a tab is hard to type. */
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** `sluice export <list>`: exports the subscribers of a mailing list through the API and writes the CSV to stdout. */
export function exportList(): Command {
  return new Command('export')
    .description('export the subscribers of a mailing list, through the API, as CSV to stdout')
    .argument('<list>', 'the id of the mailing list', wholeNumberArgument(1))
    .option('--columns <names>', 'built-in columns and custom fields in this order, separated by commas', namesArgument)
    .option('--statuses <statuses>', 'only subscribers of these statuses, separated by commas', statusesArgument)
    .option('--segment <id>', 'only the subscribers of this segment', wholeNumberArgument(1))
    .addOption(new Option('--separator <name>', 'between the columns').choices(Object.keys(SEPARATORS)))
    .option('--bom', 'begin with a byte order mark; default: where the output is a file')
    .option('--no-bom', 'begin without one')
    .option(
      '--idempotency-key <key>',
      'write the file of one export however often the command runs with this key within 24 hours; default: one key for each run',
    )
    .addHelpText('after', '\nExit codes: 0 finished, 3 failed, 4 cancelled, 1 other errors.')
    .action(run);
}

/** A name that contains a comma is put into quotes, as in CSV. */
function namesArgument(text: string): string[] {
  try {
    const [names] = parse(text, { trim: true });
    if (names !== undefined) return names;
  } catch {
    // The sentence below says what is expected.
  }
  throw new InvalidArgumentError('It must be names with commas between them.');
}

function statusesArgument(text: string): Status[] {
  const statuses = namesArgument(text);
  if (statuses.every((status): status is Status => (SUBSCRIBER_STATUSES as readonly string[]).includes(status))) {
    return statuses;
  }
  throw new InvalidArgumentError(`It must contain only ${SUBSCRIBER_STATUSES.join(', ')}.`);
}

function run(list: number, options: Options): Promise<void> {
  const { columns, statuses, segment, separator, bom, idempotencyKey } = options;
  return withApiClient(async ({ client }) => {
    const body = {
      subscriber_export: {
        ...(columns !== undefined && { columns }),
        ...(statuses !== undefined && { statuses }),
        ...(segment !== undefined && { segment_id: segment }),
        ...(separator !== undefined && { file_format: { csv_field_separator: SEPARATORS[separator] } }),
      },
    };
    const params = { path: { id: list }, header: { 'Idempotency-Key': idempotencyKey ?? randomUUID() } };
    const { id } = await repeatUnanswered(() =>
      dataOf(client.POST('/mailing_lists/{id}/subscriber_exports', { params, body })),
    );
    const { state, error_message } = await watchJob({
      read: () => dataOf(client.GET('/subscriber_exports/{id}', { params: { path: { id } } })),
      progressOf: (record) => ({
        state: record.state,
        done: record.stats.subscribers_exported,
        total: record.stats.number_of_subscribers,
        measured: record.progress,
      }),
      unit: 'subscribers',
    });
    if (state === 'finished') {
      const file = await fileOf(
        client.GET('/subscriber_exports/{id}/file', {
          params: { path: { id }, query: bom === undefined ? spreadsheetQuery() : { bom } },
          parseAs: 'stream',
        }),
      );
      await pipeline(Readable.fromWeb(file as ReadableStream), process.stdout, { end: false });
    } else {
      process.stderr.write(`Export ${id} is ${state}${error_message === null ? '.' : `: ${error_message}`}\n`);
    }
    process.exitCode = exitCodeOfState(state);
  });
}
