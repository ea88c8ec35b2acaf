import type { RawRow } from '../csv/record-parser.ts';
import { hasOtherWidth } from '../csv/row-width.ts';
import type { SavedRules } from '../domain/saved-rules.ts';
import { isConsentEntry } from '../domain/subscribers.ts';
import type { ConsentColumn } from './consent-column.ts';
import { leavingStatus } from './leaving-name.ts';
import { readConsentColumn } from './read-consent-column.ts';
import { compileSavedWords, NO_SAVED_WORDS } from './saved-words.ts';
import type { SavedWords } from './saved-words.ts';
import type { NamedColumn } from './table.ts';

/** A column of consent, with the rows that say of their persons not to mail them; rows count from 0. */
export interface FoundConsent extends ConsentColumn {
  /** The first of them, where `count` is known. */
  readonly leavers: ReadonlySet<number>;
  /** Number of the rows of the whole file that say so; absent where only the first rows were read. */
  readonly count?: number;
  /** The first cell that says so; absent where the rows are at hand. */
  readonly example?: string;
}

/**
 * Finds the columns of a file that speak of leaving or of consent. One for which the list has a field feeds no status: it is one
 * to decide on. What saved rules say of words counts more than what these usually mean. Takes time linear in the cells of
 * the rows.
 */
export function findConsent(
  columns: readonly NamedColumn[],
  rows: readonly RawRow[],
  hasField: (name: string) => boolean,
  savedRules: SavedRules = new Map(),
): FoundConsent[] {
  const width = columns.length;
  const headings = width > 1 ? rows.map(headingColumn) : [];
  return findConsentBy(
    (column) => ({ leavers: leaversOf(column, rows, { width, headings }) }),
    columns,
    hasField,
    compileSavedWords(savedRules),
  );
}

/** Finds these columns by a function that counts the rows that leave by one. */
export function findConsentBy(
  count: (column: ConsentColumn) => Pick<FoundConsent, 'leavers' | 'count' | 'example'>,
  columns: readonly NamedColumn[],
  hasField: (name: string) => boolean,
  saved: SavedWords = NO_SAVED_WORDS,
): FoundConsent[] {
  return columns.flatMap((column, index) => {
    const isField = column.name !== null && hasField(column.name);
    const said = readConsentColumn(column, index, isField, isField ? NO_SAVED_WORDS : saved);
    if (said === null) return [];
    const counted = count(said);
    if (said.isText && counted.leavers.size === 0) return [];
    return [{ ...said, ...(isField && { entry: null }), ...counted }];
  });
}

/** The columns that feed the status and the time of leaving, each of which may be missing, and those that contradict saved rules. */
export function chooseConsent(found: readonly FoundConsent[]): FoundConsent[] {
  const most = (entry: ConsentColumn['entry']) =>
    found.filter((each) => each.entry === entry).sort((one, other) => other.leavers.size - one.leavers.size)[0];
  const [status, removal] = [most('status'), most('remove_time')];
  // A row with a time of leaving and a status of one who has not left can be read in two ways.
  const agrees = status === undefined || removal === undefined || isWithin(removal.leavers, status.leavers);
  const opposed = found.filter((each) => each.opposed.length > 0);
  return [...opposed, ...[status, agrees ? removal : undefined].filter((each) => each !== undefined)];
}

/** The columns that say not to mail a person of whom the mapped columns do not say so. */
export function openConsent(found: readonly FoundConsent[], mapping: readonly string[]): FoundConsent[] {
  const isTaken = ({ index }: FoundConsent) => isConsentEntry(mapping[index]?.trim().toLowerCase() ?? '');
  const gone = new Set(found.filter(isTaken).flatMap(({ leavers }) => [...leavers]));
  return found.filter((each) => !isTaken(each) && !isWithin(each.leavers, gone));
}

function isWithin(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return [...some].every((each) => others.has(each));
}

/** Finds the rows of a column that leave; a heading counts in the column of its cell, if that is one of texts. */
function leaversOf(
  { index, leaves, isText }: ConsentColumn,
  rows: readonly RawRow[],
  { width, headings }: { readonly width: number; readonly headings: readonly number[] },
): Set<number> {
  const found = new Set<number>();
  for (const [at, { fields, error }] of rows.entries()) {
    const isHeading = isText && headings[at] === index;
    const isLeaver = error === null && !hasOtherWidth(fields, width) && leaves((fields[index] ?? '').trim());
    if (isHeading || isLeaver) found.add(at);
  }
  return found;
}

/** The column of the only cell of a row, where that says of the people below that they left: "Unsubscribed:"; -1 for other rows. */
function headingColumn({ fields, error }: RawRow): number {
  const isFilled = (cell: string) => cell.trim() !== '';
  const at = fields.findIndex(isFilled);
  const cell = fields[at] ?? '';
  if (error !== null || fields.findLastIndex(isFilled) !== at || cell.includes('@')) return -1;
  return leavingStatus(cell) === null ? -1 : at;
}
