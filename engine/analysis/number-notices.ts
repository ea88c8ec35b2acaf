import type { RowPlan } from '../csv/row-plan.ts';
import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import { findDecimalMark, readUnambiguousNumber } from '../values/number-text.ts';
import { parseNumberText } from '../values/value-rules.ts';
import { called } from './column-notices.ts';
import type { NamedColumn } from './table.ts';
import { readAmount } from '../values/money-text.ts';

/**
 * The notice of numbers such as `1.234`, which may be a thousand and more or one and a bit, in columns whose decimal mark nothing
 * says; none where the client has said it, or a number of the column shows a decimal point.
 */
export function guessedNumbers(columns: readonly NamedColumn[], { fields, options }: RowPlan): Notice[] {
  const numbers = new Map(fields.filter(({ fieldType }) => fieldType === 'number').map((field) => [field.name, field]));
  const open = columns.flatMap(({ name, facts: { values } }, index) => {
    const field = numbers.get(options.column_mapping[index] ?? '');
    const mark = options.column_rules?.[index]?.decimal_mark ?? options.file_format.decimal_mark;
    if (field === undefined || mark !== undefined || findDecimalMark(values) === '.') return [];
    const cells = values.filter((cell) => parseNumberText(field, cell) !== null && hasTwoReadings(cell));
    return cells[0] === undefined ? [] : [{ name, index, cell: cells[0], count: cells.length }];
  });
  const [first] = open;
  if (first === undefined) return [];
  const message =
    `The numbers of ${called(first.name, first.index)} can be read in two ways: "${first.cell}" is read as ` +
    `${readUnambiguousNumber(first.cell, '.')}, and could be ${readUnambiguousNumber(first.cell, ',')}. If that is wrong, set ` +
    'file_format.decimal_mark to ",".';
  return [
    createNotice('guessed_decimal_mark', message, {
      columns: open.map(({ index }) => index + 1),
      count: open.reduce((sum, { count }) => sum + count, 0),
    }),
  ];
}

/** Whether the decimal mark decides what a number is. */
function hasTwoReadings(cell: string): boolean {
  if (!/[.,]\d{3}$/.test(cell)) return false;
  const [point, comma] = [readUnambiguousNumber(cell, '.'), readUnambiguousNumber(cell, ',')];
  return point !== null && comma !== null && point !== comma;
}

const CELL_CHARACTERS = 40;
const SHOWN_CURRENCIES = 5;

/**
 * The notice of amounts whose currency is left out: a number field stores the number alone. It names the currencies where there are
 * several. None without such an amount.
 */
export function cleanedAmounts(columns: readonly NamedColumn[], { fields, options }: RowPlan): Notice[] {
  const numbers = new Map(fields.filter(({ fieldType }) => fieldType === 'number').map((field) => [field.name, field]));
  const amounts = columns.flatMap(({ name, facts }, index) => {
    const field = numbers.get(options.column_mapping[index] ?? '');
    if (field === undefined) return [];
    const mark = options.column_rules?.[index]?.decimal_mark ?? options.file_format.decimal_mark;
    return facts.values.flatMap((cell) => {
      const currency = readAmount(cell)?.currency ?? '';
      const number = currency === '' ? null : parseNumberText(field, cell, mark);
      return number === null ? [] : [{ name, index, cell, currency, number }];
    });
  });
  const [first] = amounts;
  if (first === undefined) return [];
  const currencies = [...new Set(amounts.map(({ currency }) => currency))];
  const several =
    currencies.length === 1
      ? ''
      : ` The numbers do not say which of their currencies they have: ${currencies.slice(0, SHOWN_CURRENCIES).join(', ')}.`;
  const message =
    `The currency is left out of amounts of ${called(first.name, first.index)} among the first rows: ` +
    `"${first.cell.slice(0, CELL_CHARACTERS)}" is read as ${first.number}.${several}`;
  return [
    createNotice('cleaned_amounts', message, {
      columns: [...new Set(amounts.map(({ index }) => index + 1))],
      count: amounts.length,
    }),
  ];
}
