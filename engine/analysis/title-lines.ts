import { hasOtherWidth } from '../csv/row-width.ts';
import type { RawRow } from '../csv/record-parser.ts';
import { plainName } from './synonyms.ts';

/** So many records above the header are taken for titles at most. */
const MOST_TITLES = 10;

/**
 * How many records stand above the header: titles, dates of an export, notes. Each of them fills one cell at most and has neither an
 * address nor the name of a column; below them is a record with such a name, and with as many cells as most, or as most rows below it have without blank ones at their end.
 */
export function countTitles(records: readonly RawRow[], known: ReadonlySet<string>, width: number): number {
  const isKnown = ({ fields }: RawRow) => fields.some((cell) => known.has(plainName(cell)));
  const at = records.slice(0, MOST_TITLES + 1).findIndex(isKnown);
  const header = records[at];
  if (header === undefined) return 0;
  const below = records.slice(at + 1);
  const fitting = below.filter(({ fields }) => !hasOtherWidth(fields, header.fields.length));
  if (header.fields.length !== width && 2 * fitting.length <= below.length) return 0;
  return records.slice(0, at).every(isTitle) ? at : 0;
}

function isTitle({ fields, error }: RawRow): boolean {
  const filled = fields.filter((cell) => cell.trim() !== '');
  return error === null && filled.length <= 1 && !filled.some((cell) => cell.includes('@'));
}
