import type { RawRow } from '../csv/record-parser.ts';
import type { RowPlan } from '../csv/row-plan.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import { compileValues } from '../domain/column-rules.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { isDate } from '../values/date-shapes.ts';
import { called } from './column-notices.ts';
import type { NamedColumn } from './table.ts';

/** The notice of people whom one column calls active while another has the time at which they left; none without any. */
export function activeLeavers(
  columns: readonly NamedColumn[],
  rows: readonly RawRow[],
  { options }: RowPlan,
): Notice[] {
  const indexOf = (entry: string) => options.column_mapping.findIndex((each) => each.trim().toLowerCase() === entry);
  const [status, removal] = [indexOf('status'), indexOf('remove_time')];
  if (status < 0 || removal < 0) return [];
  const valueAt = (index: number) => {
    const replace = compileValues(options.column_rules?.[index]) ?? ((cell: string) => cell);
    return ({ fields }: RawRow) => replace((fields[index] ?? '').trim());
  };
  const [statusOf, removalOf] = [valueAt(status), valueAt(removal)];
  const isActive = (row: RawRow) => statusOf(row).toLowerCase() === 'active';
  const found = rows.flatMap((row, at) => {
    const isRead = row.error === null && !hasOtherWidth(row.fields, columns.length);
    const hasLeft = isRead && isActive(row) && isDate(removalOf(row));
    return hasLeft ? [at + 1] : [];
  });
  if (found.length === 0) return [];
  const [statusName, removalName] = [status, removal].map((index) => called(columns[index]?.name ?? null, index));
  const message =
    `${statusName} says of people that they are active, and ${removalName} when they left: a mapping of both imports them as ` +
    `active. If they left, leave ${statusName} out of column_mapping: people with a removal date and no status are unsubscribed.`;
  return [
    createNotice('active_with_removal', message, {
      columns: [status + 1, removal + 1],
      rows: found,
      count: found.length,
    }),
  ];
}
