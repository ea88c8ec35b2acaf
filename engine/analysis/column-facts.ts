import { readDate } from '../values/date-shapes.ts';
import { readEmailCell } from '../values/email-cell.ts';

/** Facts about the cells that the rows of the sample have in one column. */
export interface ColumnFacts {
  /** The first different values, cut. */
  readonly samples: readonly string[];
  /** Trimmed values that are not blank, the first few hundred. */
  readonly values: readonly string[];
  readonly filled: number;
  /** The different values, trimmed, with how many cells have each; null for more than a few, or long ones. */
  readonly words: ReadonlyMap<string, number> | null;
  readonly addresses: number;
  /** The first rows with a date that only one order of day and month can read. */
  readonly monthFirstRows: readonly number[];
  readonly dayFirstRows: readonly number[];
  /** The first rows with a date that each order reads as another day, and the first such date; null without one. */
  readonly eitherOrder: { readonly rows: readonly number[]; readonly sample: string } | null;
}

/** Collects the facts of one column. */
export interface ColumnFactsCollector {
  add: (cell: string, row: number) => void;
  facts: () => ColumnFacts;
}

const SAMPLES = 3;
/** Longer cells are cut where they are shown. */
export const SAMPLE_CHARACTERS = 100;
const KEPT_VALUES = 200;
const KEPT_CHARACTERS = 1_000;
const PROVING_ROWS = 3;
const WORDS = 40;
const WORD_CHARACTERS = 60;

/** Begins to collect. */
export function collectColumnFacts(): ColumnFactsCollector {
  const samples: string[] = [];
  const values: string[] = [];
  const monthFirstRows: number[] = [];
  const dayFirstRows: number[] = [];
  const eitherRows: number[] = [];
  let eitherSample = '';
  let words: Map<string, number> | null = new Map();
  let filled = 0;
  let addresses = 0;
  return {
    add: (cell, row) => {
      const value = cell.trim();
      if (value === '') return;
      filled += 1;
      if (words !== null) {
        words.set(value, (words.get(value) ?? 0) + 1);
        if (words.size > WORDS || value.length > WORD_CHARACTERS) words = null;
      }
      if (readEmailCell(value) !== null) addresses += 1;
      const sample = value.slice(0, SAMPLE_CHARACTERS);
      if (samples.length < SAMPLES && !samples.includes(sample)) samples.push(sample);
      if (values.length < KEPT_VALUES) values.push(value.slice(0, KEPT_CHARACTERS));
      const order = orderOf(value);
      if (order === null) return;
      if (order === 'either' && eitherRows.length === 0) eitherSample = value;
      const rows = { mdy: monthFirstRows, dmy: dayFirstRows, either: eitherRows }[order];
      if (rows.length < PROVING_ROWS) rows.push(row);
    },
    facts: () => ({
      ...{ samples, values, filled, words, addresses, monthFirstRows, dayFirstRows },
      eitherOrder: eitherRows.length === 0 ? null : { rows: eitherRows, sample: eitherSample },
    }),
  };
}

/** The only order in which a text is a date, or "either" when each order reads another day; null when the order says nothing. */
function orderOf(text: string): 'mdy' | 'dmy' | 'either' | null {
  // Nothing else begins with a digit and has the order of day and month open.
  if (!/^\d\d?[-/]/.test(text)) return null;
  const monthFirst = readDate(text, 'mdy');
  const dayFirst = readDate(text, 'dmy');
  if (monthFirst === null || dayFirst === null)
    return monthFirst === dayFirst ? null : monthFirst === null ? 'dmy' : 'mdy';
  return monthFirst.month === dayFirst.month ? null : 'either';
}
