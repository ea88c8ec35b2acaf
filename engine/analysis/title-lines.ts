import { BOUNDS } from '../domain/bounds.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import type { RawRow } from '../csv/record-parser.ts';
import { readEmailCell } from '../values/email-cell.ts';
import { addressName } from './header-notices.ts';
import { plainName } from './synonyms.ts';

/** So many records above the header are taken for titles at most, each of which is a line at least. */
const MOST_TITLES = BOUNDS.skippedLines.max;

/**
 * Counts the records above the header: titles, dates of an export, notes. None of them has an address in a cell of its own, or the name
 * of a column; one that fills several cells is a title only where the header names a column of addresses. Below them is a record with
 * such a name, and with as many cells as most, or as most rows below it have without blank ones at their end.
 */
export function countTitles(records: readonly RawRow[], known: ReadonlySet<string>, width: number): number {
  const isKnown = ({ fields }: RawRow) => fields.some((cell) => known.has(plainName(cell)));
  const at = records.slice(0, MOST_TITLES + 1).findIndex(isKnown);
  const header = records[at];
  if (header === undefined) return 0;
  const below = records.slice(at + 1);
  const fitting = below.filter(({ fields }) => !hasOtherWidth(fields, header.fields.length));
  if (header.fields.length !== width && 2 * fitting.length <= below.length) return 0;
  const isNamed = addressName(header) !== undefined;
  return records.slice(0, at).every((record) => isTitle(record, isNamed)) ? at : 0;
}

function isTitle({ fields, error }: RawRow, isHeaderNamed: boolean): boolean {
  const filled = fields.filter((cell) => cell.trim() !== '');
  if (error !== null) return false;
  if (isHeaderNamed) return filled.every((cell) => readEmailCell(cell.trim()) === null);
  return filled.length <= 1 && !filled.some((cell) => cell.includes('@'));
}
