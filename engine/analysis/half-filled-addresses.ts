import type { RawRow } from '../csv/record-parser.ts';
import { readEmailCell } from '../values/email-cell.ts';
import type { MappingSuggestion } from './suggest-mapping.ts';

/** Rows whose address is not in the column that was chosen, but in another one; columns are indexes. */
export interface HalfFilledAddresses {
  readonly chosen: number;
  readonly other: number;
  readonly rows: readonly number[];
}

/**
 * Finds the rows in which the suggested column of addresses is blank and another column of addresses has one: both would have to be
 * imported. Null without any, and where the last import of the list has decided which one it is.
 */
export function findHalfFilled(
  { address, addressLike, columns }: Pick<MappingSuggestion, 'address' | 'addressLike' | 'columns'>,
  rows: readonly RawRow[],
): HalfFilledAddresses | null {
  if (address === null || columns[address]?.reason === 'last_import') return null;
  const others = addressLike.filter((index) => index !== address);
  if (others.length === 0) return null;
  const isIn = (fields: readonly string[], index: number) => readEmailCell((fields[index] ?? '').trim()) !== null;
  const found = rows.filter(
    ({ fields }) => (fields[address] ?? '').trim() === '' && others.some((index) => isIn(fields, index)),
  );
  const [first] = found;
  if (first === undefined) return null;
  const other = others.find((index) => isIn(first.fields, index)) ?? address;
  return { chosen: address, other, rows: found.map(({ rowNumber }) => rowNumber) };
}
