import type { components } from '../../client/schema.ts';
import { SluiceError } from '../platform/errors.ts';
import { isOpenConsent } from './analysis-lines.ts';
import { WrongUsage } from './arguments.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type Column = Analysis['columns'][number];

/** What `--map` says: fields by the names of their columns, and whether the other columns go where the analysis suggests. */
export interface ColumnFields {
  readonly isAuto: boolean;
  readonly named: ReadonlyMap<string, string>;
}

/** What the columns of a file feed, as an import takes it. */
export interface ImportMapping {
  readonly column_mapping: string[];
  /** Those that the analysis suggests, of columns that feed what it suggests. */
  readonly column_rules: Analysis['column_rules'];
  /** The columns that are not imported. */
  readonly leftOut: readonly Column[];
  /** The numbers of the columns that the user has named. */
  readonly decided: ReadonlySet<number>;
}

/**
 * Joins what the user says of the columns of a file with its analysis. A column that is not named feeds the field that the
 * analysis suggests, or without `auto` the field of its own name.
 * @throws WrongUsage when a name is that of no column; SluiceError when the analysis leaves open what must be decided
 */
export function mapColumns(analysis: Analysis, { isAuto, named }: ColumnFields): ImportMapping {
  const { columns, warnings, notices } = analysis;
  if (columns.length === 0) throw new SluiceError('invalid_request', warnings.map(({ message }) => message).join(' '));
  const fields = fieldsByNumber(columns, named);
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
  const rules = columns.map(({ suggestion }, at) => {
    const isSuggested = suggestion !== null && plain(suggestion) === plain(column_mapping[at] ?? '');
    return isSuggested ? (analysis.column_rules?.[at] ?? null) : null;
  });
  const column_rules = rules.some((rule) => rule !== null) ? rules : null;
  return { column_mapping, column_rules, leftOut: columns.filter((_, at) => column_mapping[at] === ''), decided };
}

/** The fields that the user names, by the numbers of their columns. A column without that name is looked for by its number. */
function fieldsByNumber(columns: readonly Column[], named: ReadonlyMap<string, string>): Map<number, string> {
  const numbers = [...named].map(([column, field]) => {
    const found =
      columns.find(({ name }) => name === column) ?? columns.find(({ number }) => String(number) === column);
    if (found !== undefined) return [found.number, field] as const;
    const known = columns.map(({ name, number }) => name ?? String(number)).join(', ');
    throw new WrongUsage(`--map names the column "${column}", but the file has: ${known}.`);
  });
  return new Map(numbers);
}

function toDecide(columns: readonly Column[], numbers: readonly number[]): string {
  const name = columns.find(({ number }) => number === numbers[0])?.name ?? numbers[0];
  return `On the command line: --map "${name}=status" imports it, --map "${name}=" leaves it out.`;
}

function plain(entry: string): string {
  return entry.trim().toLowerCase();
}
