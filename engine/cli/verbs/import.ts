import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { dataOf } from '../../../client/index.ts';
import type { SluiceClient } from '../../../client/index.ts';
import type { components, paths } from '../../../client/schema.ts';
import {
  analysisLines,
  leftOutLines,
  noticeLines,
  statusLines,
  undecidingLines,
  warningLines,
} from '../analysis-lines.ts';
import { repeatUnanswered, withApiClient } from '../api-client.ts';
import { mapColumns } from '../import-mapping.ts';
import { sentFormat, withImportOptions } from '../import-options.ts';
import type { ImportOptions } from '../import-options.ts';
import { withImportSource } from '../import-source.ts';
import type { ImportSource } from '../import-source.ts';
import { watchImport } from '../watch-import.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type SentImport =
  paths['/mailing_lists/{id}/subscriber_imports']['post']['requestBody']['content']['application/json']['subscriber_import'];
type FileFormat = NonNullable<SentImport['file_format']>;
type FileSource = ImportSource['fileSource'];

/** `sluice import <file>`: imports a CSV file into a mailing list through the API and prints the id of the import. */
export function importFile(): Command {
  const verb = new Command('import')
    .description('import a CSV file into a mailing list, through the API, and print the id of the import')
    .argument('<file>', 'a CSV file of any size, which may be compressed with gzip; "-" is stdin; or a URL');
  return withImportOptions(verb).addHelpText('after', HELP).action(run);
}

const HELP = `
Examples:
  npx sluice import people.csv --list 1 --map auto --watch
  npx sluice import people.csv --list 1 --map "E-Mail=email" --map "Notes=" --dry-run --watch
  npx sluice import people.csv --list 1 --map auto --map "State=status" \\
    --rule "State:values:Abgemeldet=unsubscribed" --rule "State:values:Angemeldet=active"

A file of more than 8 MiB, or one that is not UTF-8, is sent as an upload: after a break the same command continues it.
Exit codes: 0 finished (without --watch: created), 3 failed, 4 cancelled, 5 paused by a limit, 6 every record has failed,
7 people who left may be active, 8 people of the file may be missing (see the notices), 1 other errors.`;

function run(named: string, options: ImportOptions): Promise<void> {
  const { list: id, map, rule, rules, encoding = null } = options;
  return withApiClient(async ({ config: { maxBodyBytes, uploadBytes }, client, uploads: target }) => {
    await withImportSource(named, { target, maxBodyBytes, uploadBytes, encoding }, async ({ fileSource, done }) => {
      const format = sentFormat(options);
      const saved = rules === undefined ? {} : { column_rule_set: rules };
      const analysis = await analyze(client, id, { ...saved, file_source: fileSource, file_format: format });
      if (options.analyze === true) return print(process.stdout, analysisLines(analysis));
      const { column_mapping, column_rules, leftOut, decided, isSuggested } = mapColumns(analysis, map, rule);
      // The mapping may leave out other columns than the analysis would.
      const notices = analysis.notices.filter(({ code }) => code !== 'not_imported');
      print(process.stderr, [
        ...(isSuggested && options.status === undefined ? statusLines(analysis.sample) : []),
        ...warningLines(analysis.warnings.filter(({ code }) => isSuggested || !OF_ADDRESSES.has(code))),
        ...noticeLines(notices, decided),
        ...leftOutLines(leftOut),
        // With --watch the number of the whole file is printed at the end.
        ...(options.watch === true
          ? []
          : undecidingLines(analysis.columns, { mapping: column_mapping, decided, rows: analysis.sample.rows })),
      ]);
      // What is left to the analysis is decided where it is made.
      const isPlainAuto = map.isAuto && map.named.size === 0 && rule.size === 0;
      const read = isPlainAuto
        ? { column_mapping: 'auto' as const, file_format: format as FileFormat }
        : { column_mapping, column_rules, file_format: formatToSend(analysis, format) };
      const body = { subscriber_import: { ...settingsOf(options), ...read, ...saved, file_source: fileSource } };
      const params = { path: { id }, header: { 'Idempotency-Key': options.idempotencyKey ?? randomUUID() } };
      const created = await repeatUnanswered(() =>
        dataOf(client.POST('/mailing_lists/{id}/subscriber_imports', { params, body })),
      );
      await done();
      process.stdout.write(`${created.id}\n`);
      if (options.watch === true) await watchImport(client, created.id, { shown: analysis.notices, decided });
    });
  });
}

/** Warnings that the mapping of a user answers. */
const OF_ADDRESSES: ReadonlySet<string> = new Set(['several_address_columns', 'no_address_column']);

function settingsOf(options: ImportOptions): Omit<SentImport, 'column_mapping' | 'file_source' | 'file_format'> {
  const { status, beginsAt, maxFailed, maxDeactivated } = options;
  return {
    overwrite: options.overwrite === true,
    deactivate_subscribers_not_in_import: options.deactivateMissing === true,
    dry_run: options.dryRun === true,
    default_custom_fields: options.default,
    ...(status !== undefined && { subscriber_defaults: { status } }),
    ...(beginsAt !== undefined && { begins_at: beginsAt }),
    ...(maxFailed !== undefined && { max_failed_records: maxFailed }),
    ...(maxDeactivated !== undefined && { max_deactivated: maxDeactivated }),
  };
}

/** The format of the analysis. What was not said, and may be a guess, is left to the service: the record of the import has its notice. */
function formatToSend({ file_format, notices }: Analysis, said: Readonly<Record<string, unknown>>): FileFormat {
  const { date_format, ...format } = file_format;
  const isDefault = date_format === 'mdy' && said['date_format'] === undefined;
  const isGuess = notices.some(({ code }) => code === 'guessed_encoding') && said['character_set'] === undefined;
  return { ...format, ...(isGuess && { character_set: 'auto' }), ...(!isDefault && { date_format }) };
}

function analyze(
  client: SluiceClient,
  id: number,
  source: {
    readonly file_source: FileSource;
    readonly file_format: object;
    readonly column_rule_set?: number | string;
  },
): Promise<Analysis> {
  const body = { subscriber_import: { ...source, file_format: source.file_format as FileFormat } };
  const call = () => client.POST('/mailing_lists/{id}/subscriber_imports/analyze', { params: { path: { id } }, body });
  return repeatUnanswered(() => dataOf(call()));
}

function print(stream: NodeJS.WriteStream, lines: readonly string[]): void {
  for (const line of lines) stream.write(`${line}\n`);
}
