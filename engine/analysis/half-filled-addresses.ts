import type { RawRow } from '../csv/record-parser.ts';
import { readEmailCell } from '../values/email-cell.ts';
import type { MappingSuggestion } from './suggest-mapping.ts';

/** Rows whose address is not in the column that was chosen, but in another one; columns are indexes. */
export interface HalfFilledAddresses {
  readonly chosen: number;
  readonly other: number;
  readonly rows: readonly number[];
}

/** Of all rows that were read, those without the chosen address. */
const LEAST_SHARE = 0.1;

/**
 * Finds the rows in which the suggested column of addresses is blank and another column of addresses has one: both would have to be
 * imported. Null where these are few, and where the last import of the list has decided which one it is.
 */
export function findHalfFilled(
  { address, addressLike, columns }: Pick<MappingSuggestion, 'address' | 'addressLike' | 'columns'>,
  rows: readonly RawRow[],
): HalfFilledAddresses | null {
  if (address === null || columns[address]?.reason === 'last_import') return null;
  const others = addressLike.filter((index) => index !== address);
  if (others.length === 0) return null;
  const isIn = (fields: readonly string[], index: number) => readEmailCell((fields[index] ?? '').trim()) !== null;
  const withOther = rows.filter(({ fields }) => others.some((index) => isIn(fields, index)));
  const found = withOther.filter(({ fields }) => (fields[address] ?? '').trim() === '');
  const [first] = found;
  const both = withOther.filter(({ fields }) => isIn(fields, address)).length;
  // A column that mostly has an address next to the other one is of other people, or a second address.
  if (first === undefined || found.length < both || found.length < rows.length * LEAST_SHARE) return null;
  const other = others.find((index) => isIn(first.fields, index)) ?? address;
  return { chosen: address, other, rows: found.map(({ rowNumber }) => rowNumber) };
}
