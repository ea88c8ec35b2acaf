import { Command, InvalidArgumentError } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { columnMappingOf, readImportSource, tooLarge } from '../import-source.ts';
import { analysisLines } from '../analysis-lines.ts';
import { createStopSignal } from '../stop-signal.ts';
import { exitCodeOfState, watchJob } from '../watch-job.ts';

interface Options {
  readonly list: number;
  readonly map: ColumnFields;
  readonly analyze?: true;
  readonly overwrite?: true;
  readonly watch?: true;
}

/** The fields of columns by their names, or what an analysis suggests. */
type ColumnFields = ReadonlyMap<string, string> | 'auto';

/** `sluice import <file>`: imports a CSV file into a mailing list through the API and prints the id of the import. */
export function importFile(): Command {
  return new Command('import')
    .description('import a CSV file with a header into a mailing list, through the API, and print the id of the import')
    .argument('<file>', 'the CSV file, in UTF-8 with commas')
    .requiredOption('--list <id>', 'the mailing list', wholeNumberArgument(1))
    .option(
      '--map <column=field>',
      'the field of a column that has another name; without a field the column is skipped; can be repeated; "auto" finds the columns and the separator',
      addMapping,
      new Map(),
    )
    .option('--analyze', 'print what the file is and what its columns would feed, and import nothing')
    .option('--overwrite', 'also update the subscribers that the list has already')
    .option('--watch', 'show the progress until the import has ended')
    .addHelpText('after', '\nExit codes: 0 finished (without --watch: created), 3 failed, 4 cancelled, 1 other errors.')
    .action(run);
}

function addMapping(text: string, previous: ColumnFields): ColumnFields {
  if (text === 'auto') return 'auto';
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be COLUMN=FIELD, or auto.');
  if (previous === 'auto') throw new InvalidArgumentError('It is auto or COLUMN=FIELD, not both.');
  return new Map([...previous, [text.slice(0, at).trim(), text.slice(at + 1).trim()]]);
}

function run(file: string, { list, map, analyze, overwrite, watch }: Options): Promise<void> {
  return withApiClient(async ({ config: { maxBodyBytes }, client }) => {
    const content = await readImportSource(file, maxBodyBytes);
    if (analyze === true) return printAnalysis(client, list, content);
    const body = {
      subscriber_import: {
        overwrite: overwrite === true,
        column_mapping: map === 'auto' ? map : columnMappingOf(content, map),
        file_source: { type: 'json' as const, content },
      },
    };
    // Quotes and line ends take two bytes in JSON.
    if (Buffer.byteLength(JSON.stringify(body)) > maxBodyBytes) throw tooLarge(file, maxBodyBytes);
    const call = client.POST('/mailing_lists/{id}/subscriber_imports', { params: { path: { id: list } }, body });
    const { id } = await dataOf(call);
    process.stdout.write(`${id}\n`);
    if (watch === true) await watchImport(client, id);
  });
}

async function printAnalysis(client: SluiceClient, id: number, content: string): Promise<void> {
  const body = { subscriber_import: { file_source: { type: 'json' as const, content } } };
  const analysis = await dataOf(
    client.POST('/mailing_lists/{id}/subscriber_imports/analyze', { params: { path: { id } }, body }),
  );
  process.stdout.write(analysisLines(analysis).join('\n') + '\n');
}

async function watchImport(client: SluiceClient, id: number): Promise<void> {
  const signal = createStopSignal(() =>
    process.stderr.write(
      `\nImport ${id} keeps running. To see it: npx sluice job ${id}. To end it: npx sluice job ${id} cancel.\n`,
    ),
  );
  try {
    const { state, error_message, stats } = await watchJob({
      read: () => dataOf(client.GET('/subscriber_imports/{id}', { params: { path: { id } }, signal })),
      progressOf: (record) => ({
        state: record.state,
        done: record.stats.records_imported,
        total: record.stats.number_of_records,
      }),
      unit: 'rows',
      signal,
    });
    const counted = Object.entries(stats.subscribers).filter(([, rows]) => rows > 0);
    const lines = counted.map(([counter, rows]) => `  ${counter.padEnd(22)} ${String(rows).padStart(8)}`);
    const end = `Import ${id} is ${state}${error_message === null ? '.' : `: ${error_message}`}`;
    process.stderr.write(`${[end, ...lines].join('\n')}\n`);
    process.exitCode = exitCodeOfState(state);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.exitCode = 1;
  }
}
