import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { called } from './column-notices.ts';
import type { NamedColumn } from './table.ts';

/** Built-in entries whose cells are dates. */
const DATE_ENTRIES: ReadonlySet<string> = new Set(['subscribe_time', 'confirm_time', 'remove_time']);

/**
 * The notice of dates that can be read with the day or with the month first, in a file where no date says which; none where the
 * client has said the order of the file or of their column.
 */
export function guessedDates(columns: readonly NamedColumn[], { options, fields }: RowPlan): Notice[] {
  const isProven = columns.some(({ facts }) => facts.monthFirstRows.length + facts.dayFirstRows.length > 0);
  if (isProven || options.date_format_sent !== false) return [];
  const dated = new Set(fields.filter(({ fieldType }) => fieldType === 'date').map(({ name }) => name));
  const open = columns.flatMap(({ name, facts: { eitherOrder } }, index) => {
    const entry = options.column_mapping[index] ?? '';
    const isDate = DATE_ENTRIES.has(entry) || dated.has(entry);
    const isSaid = options.column_rules?.[index]?.date_format !== undefined;
    return isDate && !isSaid && eitherOrder !== null ? [{ name, index, ...eitherOrder }] : [];
  });
  const [first] = open;
  if (first === undefined) return [];
  const isMonthFirst = options.file_format.date_format === 'mdy';
  const message =
    `The dates of ${called(first.name, first.index)} can be read in two ways: "${first.sample}" is read with the ` +
    `${isMonthFirst ? 'month' : 'day'} first. If that is wrong, set file_format.date_format to "${isMonthFirst ? 'dmy' : 'mdy'}".`;
  return [
    createNotice('guessed_date_format', message, {
      columns: open.map(({ index }) => index + 1),
      rows: [...new Set(open.flatMap(({ rows }) => rows))].sort((one, other) => one - other),
    }),
  ];
}
