import { createNotice } from '../domain/notices.ts';
import type { Notice } from '../domain/notices.ts';
import type { NamedColumn } from './table.ts';

const SHOWN_COLUMNS = 5;
const NAME_CHARACTERS = 40;

/** A column with the name of an entry that its values do not fit. */
export interface UnfitColumn {
  readonly index: number;
  readonly entry: string;
  /** The first value that does not fit. */
  readonly example: string;
}

/** The notice of columns that feed nothing although they have values; those of other notices are left out. */
export function notImported(
  columns: readonly NamedColumn[],
  mapping: readonly string[],
  told: ReadonlySet<number>,
): Notice[] {
  const left = columns.flatMap(({ name, facts }, index) =>
    mapping[index] === '' && facts.filled > 0 && !told.has(index + 1) ? [{ name, index, filled: facts.filled }] : [],
  );
  if (left.length === 0) return [];
  const shown = left.slice(0, SHOWN_COLUMNS).map(({ name, index, filled }) => `${called(name, index)} (${filled})`);
  const more = left.length - shown.length;
  const message = `Not imported, with the number of filled cells that were read: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return [
    createNotice('not_imported', message, {
      columns: left.map(({ index }) => index + 1),
      count: left.reduce((sum, { filled }) => sum + filled, 0),
    }),
  ];
}

/** A date with a year of two digits, which can be one of two centuries. */
const SHORT_YEAR = /^(?:\d{1,2}[-./]){2}\d\d$|^\d{1,2}[- ]\p{L}{3,9}[- ]\d\d$/u;

/** The notice of columns that are named like a field and have other values; none without any. */
export function unfitColumns(columns: readonly NamedColumn[], unfit: readonly UnfitColumn[]): Notice[] {
  const [first] = unfit;
  if (first === undefined) return [];
  const { index, entry, example } = first;
  const others = unfit.slice(1, SHOWN_COLUMNS).map((each) => called(columns[each.index]?.name ?? null, each.index));
  const message =
    `${called(columns[index]?.name ?? null, index)} is named like ${entry} but is not imported: most of its values do not fit, ` +
    `for example "${example.slice(0, NAME_CHARACTERS)}".${SHORT_YEAR.test(example) ? ' A year needs four digits.' : ''}${others.length > 0 ? ` So it is with ${others.join(', ')}.` : ''}`;
  return [createNotice('unfit_column', message, { columns: unfit.map((each) => each.index + 1) })];
}

/** A column as a notice calls it: by its name, which is quoted and cut, or by its number. */
export function called(name: string | null, index: number): string {
  return name === null || name === '' ? `column ${index + 1}` : `"${name.slice(0, NAME_CHARACTERS)}"`;
}
