import { readDate } from '../values/date-shapes.ts';
import { isEmailAddress } from '../values/email-address.ts';

/** What the rows of the sample have in one column. */
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
      if (isEmailAddress(value)) addresses += 1;
      const sample = value.slice(0, SAMPLE_CHARACTERS);
      if (samples.length < SAMPLES && !samples.includes(sample)) samples.push(sample);
      if (values.length < KEPT_VALUES) values.push(value.slice(0, KEPT_CHARACTERS));
      const order = orderOf(value);
      if (order === null) return;
      const proof = order === 'mdy' ? monthFirstRows : dayFirstRows;
      if (proof.length < PROVING_ROWS) proof.push(row);
    },
    facts: () => ({ samples, values, filled, words, addresses, monthFirstRows, dayFirstRows }),
  };
}

/** The only order in which a text is a date; null when both or none can read it. */
function orderOf(text: string): 'mdy' | 'dmy' | null {
  // Nothing else begins with a digit and has the order of day and month open.
  if (!/^\d\d?[-/]/.test(text)) return null;
  const isMonthFirst = readDate(text, 'mdy') !== null;
  const isDayFirst = readDate(text, 'dmy') !== null;
  if (isMonthFirst === isDayFirst) return null;
  return isMonthFirst ? 'mdy' : 'dmy';
}
