import { SEPARATOR_NAMES } from '../domain/field-separators.ts';
import type { components } from '../../client/schema.ts';
import { isConsentEntry, SUBSCRIBER_STATUSES } from '../domain/subscribers.ts';

type Analysis = components['schemas']['SubscriberImportAnalysis'];
type Notice = Analysis['notices'][number];

const SEPARATORS: Readonly<Record<string, string>> = SEPARATOR_NAMES;

/** The lines that a terminal shows of an analysis: its format, a line for each column, the warnings and the notices. */
export function analysisLines({
  file_format,
  line_ends,
  columns,
  column_rules,
  records,
  sample,
  warnings,
  notices,
}: Analysis): string[] {
  const { character_set, csv_field_separator, csv_has_headers } = file_format;
  const format = [
    character_set,
    SEPARATORS[csv_field_separator] ?? csv_field_separator,
    ...(line_ends === null ? [] : [`line ends ${line_ends}`]),
    csv_has_headers ? 'a header' : 'no header',
  ];
  const count =
    records.estimate === null ? 'an unknown number of' : `${records.is_exact ? '' : 'about '}${records.estimate}`;
  const width = Math.max(0, ...columns.map(({ name }) => (name ?? '').length));
  return [
    `Format: ${format.join(', ')}; ${count} records.`,
    ...columns.map(
      ({ number, name, suggestion, samples }) =>
        `  ${String(number).padStart(3)} ${(name ?? '').padEnd(width)} -> ${suggestion ?? '(skipped)'}  ${samples.join(', ')}`,
    ),
    ...columns.flatMap(({ name, number }, at) => meaningLine(name ?? `column ${number}`, column_rules?.[at]?.values)),
    ...statusLines(sample),
    ...(sample.failed > 0 ? [`${sample.failed} of the first ${sample.rows} rows would fail:`] : []),
    ...sample.failures.map(({ row, message }) => `  row ${row}: ${message}`),
    ...warningLines(warnings),
    ...noticeLines(notices),
  ].map(plainLine);
}

/** A line that counts the first rows by the status that they would get; none where they get none. */
export function statusLines({ rows, statuses }: Analysis['sample']): string[] {
  const counts = SUBSCRIBER_STATUSES.filter((status) => statuses[status] > 0);
  if (counts.length === 0) return [];
  const told = counts.map((status) => `${statuses[status]} would be ${status}`).join(', ');
  return [`Of the first ${rows} ${rows === 1 ? 'row' : 'rows'}, ${told}.`];
}

/** A line for each warning. */
export function warningLines(warnings: Analysis['warnings']): string[] {
  return warnings.map(({ message }) => plainLine(`Warning: ${message}`));
}

/** A line for each notice, apart from those that the user has decided on. */
export function noticeLines(notices: readonly Notice[], decided: ReadonlySet<number> = new Set()): string[] {
  return notices
    .filter((notice) => !isConsent(notice.code) || isOpenConsent(notice, decided))
    .map(({ message }) => plainLine(`Notice: ${message}`));
}

/** Whether a notice says that people may have asked for no mail, in columns that the user has not named. */
export function isOpenConsent(
  { code, columns }: { readonly code: string; readonly columns: readonly number[] },
  decided: ReadonlySet<number>,
): boolean {
  return isConsent(code) && !columns.every((number) => decided.has(number));
}

/** A line that counts the people who left by columns that the user has named, and given no status; none without any. */
export function decidedLines(notices: readonly Notice[], decided: ReadonlySet<number>): string[] {
  return notices
    .filter((notice) => isConsent(notice.code) && !isOpenConsent(notice, decided) && (notice.count ?? 0) > 0)
    .map(({ columns, count }) => decidedNothing(columns, count ?? 0));
}

/**
 * A line for each column that the user has named and that decides nothing, although rows say there that a person left; none where
 * a column that decides it says so of as many.
 */
export function undecidingLines(
  columns: readonly Analysis['columns'][number][],
  {
    mapping,
    decided,
    rows,
  }: { readonly mapping: readonly string[]; readonly decided: ReadonlySet<number>; readonly rows: number },
): string[] {
  const leaversOf = ({ consent }: Analysis['columns'][number]) => consent?.leavers ?? 0;
  const decides = (_: unknown, at: number) => isConsentEntry((mapping[at] ?? '').trim().toLowerCase());
  const most = Math.max(0, ...columns.filter(decides).map(leaversOf));
  return columns
    .filter((column, at) => decided.has(column.number) && !decides(column, at) && leaversOf(column) > most)
    .map((column) => decidedNothing([column.number], leaversOf(column), ` of the first ${rows}`));
}

function decidedNothing(columns: readonly number[], rows: number, where = ''): string {
  const named = `${columns.length === 1 ? 'column' : 'columns'} ${columns.join(', ')}`;
  return `As --map says, ${named} decided nothing: ${rows} ${rows === 1 ? 'row' : 'rows'}${where} ${rows === 1 ? 'says' : 'say'} there that a person left or wants no mail.`;
}

/** A line that names the columns of a file that are not imported; none when all are. */
export function leftOutLines(columns: readonly Analysis['columns'][number][]): string[] {
  if (columns.length === 0) return [];
  const named = columns.map(({ name, number }) => (name === null ? `column ${number}` : `"${name}"`));
  return [plainLine(`Not imported: ${named.join(', ')}.`)];
}

function isConsent(code: string): boolean {
  return code === 'consent_column';
}

/** A line without control characters: what a file has would command the terminal. */
function plainLine(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, ' ');
}

/** Formats the meanings of the words of a column as one line; none when they mean what they say. */
function meaningLine(name: string, values: Readonly<Record<string, string>> | undefined): string[] {
  if (values === undefined) return [];
  if (Object.values(values).every((meaning) => meaning === '')) {
    return [`In ${name} read as blank: ${Object.keys(values).join(', ')}.`];
  }
  const told = Object.entries(values).map(([word, meaning]) => `${word === '' ? '(blank)' : word} = ${meaning}`);
  return [`In ${name}: ${told.join(', ')}. Other words fail.`];
}
