import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { LIMIT_PERCENTAGE } from '../domain/subscriber-imports.ts';
import { SUBSCRIBER_STATUSES } from '../domain/subscribers.ts';
import type { SubscriberStatus } from '../domain/subscribers.ts';
import { referenceArgument, wholeNumberArgument } from './arguments.ts';
import type { ColumnFields } from './import-mapping.ts';
import { addRule, RULE_HELP } from './rule-argument.ts';
import type { NamedRules } from './rule-argument.ts';

/** The options of `sluice import`. */
export interface ImportOptions extends FormatOptions {
  readonly list: number;
  readonly map: ColumnFields;
  readonly rule: NamedRules;
  readonly rules?: number | string;
  readonly analyze?: true;
  readonly overwrite?: true;
  readonly status?: SubscriberStatus;
  readonly default: DefaultValues;
  readonly beginsAt?: string;
  readonly deactivateMissing?: true;
  readonly dryRun?: true;
  readonly maxFailed?: number | string;
  readonly maxDeactivated?: number | string;
  readonly idempotencyKey?: string;
  readonly watch?: true;
}

/** Options that describe the format of the file. */
interface FormatOptions {
  readonly separator?: string;
  readonly quote?: string;
  readonly encoding?: string;
  readonly sheet?: string;
  readonly dateFormat?: string;
  readonly decimalMark?: string;
  readonly header?: boolean;
  readonly skipLines?: number;
}

/** Values of fields by their names; an array where a field was given several. */
type DefaultValues = Readonly<Record<string, string | readonly string[]>>;

/** Adds the options to the verb. */
export function withImportOptions(verb: Command): Command {
  return verb
    .requiredOption('--list <id>', 'the mailing list', wholeNumberArgument(1))
    .addOption(
      new Option(
        '--map <column=field>',
        'the field of a column, which is given by its name or number; without a field the column is left out; can be repeated. "auto" has the other columns go where the analysis suggests',
      )
        .argParser(addMapping)
        .default({ isAuto: false, named: new Map() }, 'each column goes to the field of its name'),
    )
    .addOption(
      new Option('--rule <column:key=value>', RULE_HELP)
        .argParser(addRule)
        .default(new Map(), 'what the analysis says'),
    )
    .option(
      '--rules <name>',
      'saved rules, by their name or id, for columns by what they feed; "npx sluice rules" lists them',
      referenceArgument,
    )
    .option('--analyze', 'print what the file is and what its columns would feed, and import nothing')
    .option(
      '--separator <mark>',
      'what separates the fields: , ; | ^ or tab; default: what the file has',
      separatorArgument,
    )
    .option('--quote <mark>', 'what encloses fields: " or \'; default: what the file has')
    .option('--encoding <name>', 'the encoding of the file; default: what the file has')
    .option('--sheet <name>', 'the sheet of a workbook, by its name or number; default: the first visible one')
    .option('--date-format <order>', 'mdy or dmy; default: what the dates of the file prove, or else mdy')
    .option(
      '--decimal-mark <mark>',
      'the mark before the decimals of numbers: . or ,; default: what the numbers of a column prove',
    )
    .option('--header', 'the first record is the header; default: whether it looks like one')
    .option('--no-header', 'the first record is a person')
    .option(
      '--skip-lines <n>',
      'lines above the header that are not read; default: the title lines that the file has',
      wholeNumberArgument(0),
    )
    .option('--overwrite', 'also update the subscribers that the list has already')
    .addOption(
      new Option(
        '--status <status>',
        'the status of rows that say nothing of one; without it new subscribers are active and others keep theirs',
      ).choices(SUBSCRIBER_STATUSES),
    )
    .addOption(
      new Option(
        '--default <field=value>',
        'the value of a field whose column is missing or blank; can be repeated, also for several choices of one field',
      )
        .argParser(addDefault)
        .default({}, 'none'),
    )
    .option('--begins-at <time>', 'when the import begins, such as 2030-01-31T08:00; default: now')
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
    .option('--watch', 'show the progress until the import has ended');
}

/** The format as a call sends it; what the user does not say is left out. The service checks it. */
export function sentFormat(options: FormatOptions): Record<string, unknown> {
  const { separator, quote, encoding, sheet, dateFormat, decimalMark, header, skipLines } = options;
  const said = {
    character_set: encoding,
    sheet,
    csv_field_separator: separator,
    csv_field_enclosure: quote,
    date_format: dateFormat,
    decimal_mark: decimalMark,
    csv_has_headers: header,
    skip_lines: skipLines,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function addMapping(text: string, previous: ColumnFields): ColumnFields {
  if (text === 'auto') return { ...previous, isAuto: true };
  const [column, field] = pairOf(text, 'COLUMN=FIELD, or auto');
  return { ...previous, named: new Map([...previous.named, [column, field]]) };
}

function addDefault(text: string, previous: DefaultValues): DefaultValues {
  const [field, value] = pairOf(text, 'FIELD=VALUE');
  const before = Object.hasOwn(previous, field) ? previous[field] : undefined;
  const values = before === undefined ? value : [before, value].flat();
  return Object.fromEntries([...Object.entries(previous), [field, values]]);
}

/** Reads two texts with an equals sign between them, of which the first one is not blank. */
function pairOf(text: string, shape: string): [string, string] {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at)).trim();
  if (name === '') throw new InvalidArgumentError(`It must be ${shape}.`);
  return [name, text.slice(at + 1).trim()];
}

/** A tab is hard to type. */
function separatorArgument(text: string): string {
  return ['tab', String.raw`\t`].includes(text.toLowerCase()) ? '\t' : text;
}

function guardArgument(text: string): number | string {
  if (LIMIT_PERCENTAGE.test(text)) return text;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new InvalidArgumentError('It must be a whole number, or a percentage from 0% to 100% such as 2.5%.');
}
