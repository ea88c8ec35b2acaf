import type { RowPlan } from '../csv/row-plan.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { DateFormat } from '../values/date-shapes.ts';
import type { ColumnFacts } from './column-facts.ts';
import { called } from './column-notices.ts';
import type { NamedColumn } from './table.ts';

/** Built-in entries whose cells are dates. */
export const DATE_ENTRIES: ReadonlySet<string> = new Set(['subscribe_time', 'confirm_time', 'remove_time']);

const FIRST = { mdy: 'month', dmy: 'day' } as const;
const OTHER = { mdy: 'dmy', dmy: 'mdy' } as const;
const ORDERS = ['mdy', 'dmy'] as const;

/** A column of dates whose order of day and month the client has not said. */
interface GuessedColumn extends NamedColumn {
  readonly index: number;
  readonly used: DateFormat;
  /** The orders that dates of the column prove, or where none does, those of other columns. */
  readonly proven: ReadonlySet<DateFormat>;
}

/**
 * The notices of dates whose order of day and month was guessed: of those that can be read in two ways, and of those that are
 * read in another order than the file proves. None where the client has said the order of the file or of the column.
 */
export function dateNotices(columns: readonly NamedColumn[], plan: RowPlan): Notice[] {
  if (plan.options.date_format_sent !== false) return [];
  const guessed = guessedColumns(columns, plan);
  const isWrong = ({ proven, used }: GuessedColumn) => proven.has(OTHER[used]);
  const isOwn = ({ facts }: GuessedColumn) => provenBy([facts]).size > 0;
  const contradicted = guessed.filter((each) => isWrong(each) && (isOwn(each) || each.proven.size === 1));
  const open = guessed.filter((each) => !isOwn(each) && each.facts.eitherOrder !== null && each.proven.size !== 1);
  return [...openDates(open), ...contradictedDates(contradicted)];
}

function guessedColumns(columns: readonly NamedColumn[], { options, fields }: RowPlan): GuessedColumn[] {
  const dated = new Set(fields.filter(({ fieldType }) => fieldType === 'date').map(({ name }) => name));
  const ofFile = provenBy(columns.map(({ facts }) => facts));
  return columns.flatMap((column, index) => {
    const entry = options.column_mapping[index] ?? '';
    const isSaid = options.column_rules?.[index]?.date_format !== undefined;
    if (isSaid || !(DATE_ENTRIES.has(entry) || dated.has(entry))) return [];
    const own = provenBy([column.facts]);
    const { eitherOrder } = column.facts;
    if (own.size === 0 && eitherOrder === null) return [];
    return [{ ...column, index, used: options.file_format.date_format, proven: own.size > 0 ? own : ofFile }];
  });
}

/** The orders of day and month that dates prove. */
export function provenBy(facts: readonly Pick<ColumnFacts, 'monthFirstRows' | 'dayFirstRows'>[]): Set<DateFormat> {
  return new Set(ORDERS.filter((order) => facts.some((each) => provingRows(each, order).length > 0)));
}

function provingRows(facts: Pick<ColumnFacts, 'monthFirstRows' | 'dayFirstRows'>, order: DateFormat) {
  return order === 'mdy' ? facts.monthFirstRows : facts.dayFirstRows;
}

function openDates(open: readonly GuessedColumn[]): Notice[] {
  const [first] = open;
  if (first === undefined) return [];
  const message =
    `The dates of ${called(first.name, first.index)} can be read in two ways: "${first.facts.eitherOrder?.sample ?? ''}" is read ` +
    `with the ${FIRST[first.used]} first. If that is wrong, set file_format.date_format to "${OTHER[first.used]}".`;
  return [notice('guessed_date_format', message, open, ({ facts }) => facts.eitherOrder?.rows ?? [])];
}

function contradictedDates(contradicted: readonly GuessedColumn[]): Notice[] {
  const [first] = contradicted;
  if (first === undefined) return [];
  const { facts, used } = first;
  const rows = provingRows(facts, OTHER[used]);
  const proof = rows.length === 0 ? 'as dates of another column prove' : `as row ${rows[0] ?? ''} proves`;
  const isMixed = first.proven.size > 1;
  const either = facts.eitherOrder === null ? '' : `: "${facts.eitherOrder.sample}" is read so`;
  const message =
    `${isMixed ? 'Some dates' : 'The dates'} of ${called(first.name, first.index)} have the ${FIRST[OTHER[used]]} first, ${proof}, but ` +
    `they are read with the ${FIRST[used]} first${either}. ` +
    (isMixed
      ? `Others have the ${FIRST[used]} first: bring them into one order, and set file_format.date_format.`
      : `Set file_format.date_format to "${OTHER[used]}", or date_format in column_rules.`);
  return [
    notice('contradicted_date_format', message, contradicted, (each) => provingRows(each.facts, OTHER[each.used])),
  ];
}

function notice(
  code: Notice['code'],
  message: string,
  columns: readonly GuessedColumn[],
  rowsOf: (column: GuessedColumn) => readonly number[],
): Notice {
  return createNotice(code, message, {
    columns: columns.map(({ index }) => index + 1),
    rows: [...new Set(columns.flatMap(rowsOf))].sort((one, other) => one - other),
  });
}
