import type { components } from '../../client/schema.ts';
import { joinRules } from '../domain/saved-rules.ts';
import { SluiceError } from '../platform/errors.ts';
import { isOpenConsent } from './analysis-lines.ts';
import { WrongUsage } from './arguments.ts';
import type { NamedRules } from './rule-argument.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type Column = Analysis['columns'][number];

/** Value of `--map`: fields by the names of their columns, and whether the other columns go where the analysis suggests. */
export interface ColumnFields {
  readonly isAuto: boolean;
  readonly named: ReadonlyMap<string, string>;
}

/** Mapping of the columns of a file, as an import takes it. */
export interface ImportMapping {
  readonly column_mapping: string[];
  /** Those that the analysis suggests, of columns that feed what it suggests, with what the user says in addition. */
  readonly column_rules: Analysis['column_rules'];
  /** The columns that are not imported. */
  readonly leftOut: readonly Column[];
  /** The numbers of the columns that the user has named. */
  readonly decided: ReadonlySet<number>;
  /** Whether it is what the analysis suggests, and has counted the first rows with. */
  readonly isSuggested: boolean;
}

/**
 * Joins what the user says of the columns of a file with its analysis. A column that is not named feeds the field that the
 * analysis suggests, or without `auto` the field of its own name.
 * @throws WrongUsage when a name is that of no column, or a rule is for a column that is not imported; SluiceError when the
 * analysis leaves open what must be decided
 */
export function mapColumns(analysis: Analysis, { isAuto, named }: ColumnFields, rules: NamedRules): ImportMapping {
  const { columns, warnings, notices } = analysis;
  if (columns.length === 0) throw new SluiceError('invalid_request', warnings.map(({ message }) => message).join(' '));
  const fields = byNumber(columns, '--map', named);
  const taken = new Set([...fields.values()].map(plain));
  const entryOf = ({ number, name, suggestion }: Column) => {
    const entry = fields.get(number);
    if (entry !== undefined) return entry;
    if (!isAuto) return name ?? '';
    return suggestion === null || taken.has(plain(suggestion)) ? '' : suggestion;
  };
  const column_mapping = columns.map(entryOf);
  const decided = new Set(fields.keys());
  if (isAuto) {
    const open = notices.find((notice) => isOpenConsent(notice, decided));
    if (open !== undefined)
      throw new SluiceError('invalid_request', `${open.message} ${toDecide(columns, open.columns)}`);
  }
  const said = byNumber(columns, '--rule', rules);
  const isOpenOrder = ({ number, suggestion }: Column, at: number) =>
    said.get(number)?.date_format === undefined && plain(suggestion ?? '') === plain(column_mapping[at] ?? '');
  if (isAuto) refuseContradiction(analysis, isOpenOrder);
  const allRules = columns.map((column, at) => {
    const { suggestion, number } = column;
    const entry = column_mapping[at] ?? '';
    const rule = said.get(number);
    if (rule !== undefined && entry === '') throw new WrongUsage(ruleOfNoField(column));
    const isSuggested = suggestion !== null && plain(suggestion) === plain(entry);
    const suggested = isSuggested ? (analysis.column_rules?.[at] ?? null) : null;
    return rule === undefined ? suggested : joinRules(suggested ?? {}, rule);
  });
  const column_rules = allRules.some((rule) => rule !== null) ? allRules : null;
  const leftOut = columns.filter((_, at) => column_mapping[at] === '');
  const isSuggested =
    said.size === 0 &&
    columns.every(({ suggestion }, at) => plain(suggestion ?? '') === plain(column_mapping[at] ?? ''));
  return { column_mapping, column_rules, leftOut, decided, isSuggested };
}

/**
 * Returns the values of an option by the numbers of their columns. A column is found by its name, else by its number.
 * @throws WrongUsage when the file has no such column
 */
function byNumber<Said>(
  columns: readonly Column[],
  option: string,
  named: ReadonlyMap<string, Said>,
): Map<number, Said> {
  const numbers = [...named].map(([column, said]) => {
    const found =
      columns.find(({ name }) => name === column) ?? columns.find(({ number }) => String(number) === column);
    if (found !== undefined) return [found.number, said] as const;
    const known = columns.map(({ name, number }) => name ?? String(number)).join(', ');
    throw new WrongUsage(`${option} names the column "${column}", but the file has: ${known}.`);
  });
  return new Map(numbers);
}

function ruleOfNoField({ name, number }: Column): string {
  const column = name ?? number;
  return `--rule is for the column "${column}", which is not imported. To import it: --map "${column}=FIELD".`;
}

function toDecide(columns: readonly Column[], numbers: readonly number[]): string {
  const column = columns.find(({ number }) => number === numbers[0]);
  const name = column?.name ?? numbers[0];
  if (column?.suggestion === 'email')
    return `On the command line: --map "${name}=email" imports the other rows all the same.`;
  return (
    `On the command line: --map "${name}=status" imports a column of words, with --rule "${name}:values:WORD=STATUS" for ` +
    `each of them; --map "${name}=" leaves it out.`
  );
}

/**
 * Refuses dates of another order than they would be read in, unless the user has said the order of their columns.
 * @throws SluiceError with what to do
 */
function refuseContradiction({ columns, notices }: Analysis, isOpen: (column: Column, at: number) => boolean): void {
  const found = notices.find(({ code }) => code === 'contradicted_date_format');
  const open = columns.find((column, at) => found?.columns.includes(column.number) === true && isOpen(column, at));
  if (found === undefined || open === undefined) return;
  const name = open.name ?? open.number;
  throw new SluiceError(
    'invalid_request',
    `${found.message} On the command line: --date-format dmy (or mdy) says the order of all dates, --rule "${name}:date_format=dmy" ` +
      `that of one column; --map "${name}=" leaves the column out.`,
  );
}

function plain(entry: string): string {
  return entry.trim().toLowerCase();
}
