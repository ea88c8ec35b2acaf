import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import { GUARD_PERCENTAGE } from '../../domain/subscriber-imports.ts';
import { repeatUnanswered, withApiClient } from '../api-client.ts';
import { wholeNumberArgument } from '../arguments.ts';
import { columnMappingOf, readBeginning, readImportSource } from '../import-source.ts';
import type { ImportSource } from '../import-source.ts';
import { analysisLines } from '../analysis-lines.ts';
import { watchImport } from '../watch-import.ts';

interface Options {
  readonly list: number;
  readonly map: ColumnFields;
  readonly analyze?: true;
  readonly overwrite?: true;
  readonly deactivateMissing?: true;
  readonly dryRun?: true;
  readonly maxFailed?: number | string;
  readonly maxDeactivated?: number | string;
  readonly idempotencyKey?: string;
  readonly watch?: true;
}

/** The fields of columns by their names, or what an analysis suggests. */
type ColumnFields = ReadonlyMap<string, string> | 'auto';

/** `sluice import <file>`: imports a CSV file into a mailing list through the API and prints the id of the import. */
export function importFile(): Command {
  return new Command('import')
    .description('import a CSV file with a header into a mailing list, through the API, and print the id of the import')
    .argument('<file>', 'the CSV file, in UTF-8 with commas, of any size; it may be compressed with gzip')
    .requiredOption('--list <id>', 'the mailing list', wholeNumberArgument(1))
    .option(
      '--map <column=field>',
      'the field of a column that has another name; without a field the column is skipped; can be repeated; "auto" finds the columns and the separator',
      addMapping,
      new Map(),
    )
    .option('--analyze', 'print what the file is and what its columns would feed, and import nothing')
    .option('--overwrite', 'also update the subscribers that the list has already')
    .option('--deactivate-missing', 'deactivate the active subscribers of the list that are not in the file')
    .option('--dry-run', 'do everything but write subscribers: show what the import would do')
    .option(
      '--max-failed <limit>',
      'pause before more records fail: a number, or a percentage such as 5%',
      guardArgument,
    )
    .option('--max-deactivated <limit>', 'pause before more subscribers are deactivated: the same', guardArgument)
    .option(
      '--idempotency-key <key>',
      'create one import however often the command runs with this key within 24 hours; default: one key for each run',
    )
    .option('--watch', 'show the progress until the import has ended')
    .addHelpText(
      'after',
      '\nA file of more than 8 MiB is sent as an upload: after a break the same command continues it.\nExit codes: 0 finished (without --watch: created), 3 failed, 4 cancelled, 5 paused by a guard, 1 other errors.',
    )
    .action(run);
}

function addMapping(text: string, previous: ColumnFields): ColumnFields {
  if (text === 'auto') return 'auto';
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It must be COLUMN=FIELD, or auto.');
  if (previous === 'auto') throw new InvalidArgumentError('It is auto or COLUMN=FIELD, not both.');
  return new Map([...previous, [text.slice(0, at).trim(), text.slice(at + 1).trim()]]);
}

function guardArgument(text: string): number | string {
  if (GUARD_PERCENTAGE.test(text)) return text;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It must be a whole number, or a percentage from 0% to 100% such as 2.5%.');
}

function run(file: string, options: Options): Promise<void> {
  const { list, map, analyze, overwrite, watch } = options;
  return withApiClient(async ({ config: { maxBodyBytes }, client, uploads: target }) => {
    // A mistake in --map is found before the file is sent.
    const column_mapping =
      map === 'auto' || analyze === true ? ('auto' as const) : columnMappingOf(await readBeginning(file), map);
    const { fileSource: file_source, done } = await readImportSource(file, { target, maxBodyBytes });
    if (analyze === true) return printAnalysis(client, list, file_source);
    const body = {
      subscriber_import: {
        overwrite: overwrite === true,
        deactivate_subscribers_not_in_import: options.deactivateMissing === true,
        dry_run: options.dryRun === true,
        ...(options.maxFailed !== undefined && { max_failed_records: options.maxFailed }),
        ...(options.maxDeactivated !== undefined && { max_deactivated: options.maxDeactivated }),
        column_mapping,
        file_source,
      },
    };
    const header = { 'Idempotency-Key': options.idempotencyKey ?? randomUUID() };
    const params = { path: { id: list }, header };
    const { id } = await repeatUnanswered(() =>
      dataOf(client.POST('/mailing_lists/{id}/subscriber_imports', { params, body })),
    );
    await done();
    process.stdout.write(`${id}\n`);
    if (watch === true) await watchImport(client, id);
  });
}

async function printAnalysis(client: SluiceClient, id: number, file_source: ImportSource['fileSource']): Promise<void> {
  const body = { subscriber_import: { file_source } };
  const analysis = await dataOf(
    client.POST('/mailing_lists/{id}/subscriber_imports/analyze', { params: { path: { id } }, body }),
  );
  process.stdout.write(analysisLines(analysis).join('\n') + '\n');
}
