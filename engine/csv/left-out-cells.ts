import { isNoDate, speaksOfLeaving } from '../values/leaving-texts.ts';
import { EXTENSION_BOUNDS } from '../domain/extension-bounds.ts';
import { storableText } from '../domain/storable-text.ts';
import type { ImportOptions } from '../domain/subscriber-imports.ts';
import type { RawRow } from './record-parser.ts';
import type { RowOutcome } from './row-plan.ts';
import { hasOtherWidth } from './row-width.ts';

/** Some cells of a column: their number, and the first rows and the first text of them. */
export interface FoundCells {
  readonly count: number;
  readonly rows: readonly number[];
  readonly example: string;
}

/** The cells of a column that an import leaves out. Those of rows that make no subscriber active are counted in `filled` alone. */
export interface LeftOutColumn {
  readonly index: number;
  /** Cells of well-formed rows that are not blank. */
  readonly filled: number;
  /** The different cells, trimmed; null for more than a few, or long ones. */
  readonly words: readonly (readonly [word: string, cells: FoundCells])[] | null;
  /** The first different cells of a column without words. */
  readonly values: readonly string[];
  /** In a column without words, the cells that speak of leaving. */
  readonly leaving: FoundCells;
  /** In a column without words, the cells that are not blank and no placeholder of a date. */
  readonly said: FoundCells;
}

/** Counts the cells of the columns that an import leaves out. */
export interface LeftOutCells {
  readonly add: (raw: RawRow, outcome: RowOutcome) => void;
  readonly columns: () => readonly LeftOutColumn[];
}

const WORDS = 40;
const WORD_CHARACTERS = 60;
/** Characters of the words and values of all columns: of further columns only what they say of leaving is kept. */
const ALL_CHARACTERS = 200_000;
/** Characters that a word counts for besides its own: its number and its rows are stored, too. */
const WORD_COST = 100;
const VALUES = 20;
const ROWS = EXTENSION_BOUNDS.noticeRows.max;

/** Begins to count; null when the import leaves no column out, so that others pay nothing. */
export function countLeftOut({ column_mapping, subscriber_defaults }: ImportOptions): LeftOutCells | null {
  const indexes = column_mapping.flatMap((entry, index) => (entry.trim() === '' ? [index] : []));
  if (indexes.length === 0) return null;
  const room = { characters: ALL_CHARACTERS };
  const columns = indexes.map((index) => createCounter(index, room));
  return {
    add: ({ fields, error, rowNumber }, outcome) => {
      if (error !== null || hasOtherWidth(fields, column_mapping.length)) return;
      const isActive = outcome.error === undefined && (outcome.row.status ?? subscriber_defaults.status) === 'active';
      for (const column of columns) {
        const cell = (fields[column.index] ?? '').trim();
        if (cell !== '') column.fill(1);
        if (isActive) column.add(cell, rowNumber);
      }
    },
    columns: () => columns.map((column) => column.counted()),
  };
}

/** Joins what was counted in the ranges of a file, in their order. */
export interface LeftOutJoin {
  readonly add: (range: readonly LeftOutColumn[]) => void;
  readonly columns: () => readonly LeftOutColumn[];
}

/** Begins to join; takes no more room for many ranges than for one. */
export function createLeftOutJoin(): LeftOutJoin {
  const room = { characters: ALL_CHARACTERS };
  const joined = new Map<number, ColumnCounter>();
  return {
    add: (range) => {
      for (const counted of range) {
        const column = joined.get(counted.index) ?? createCounter(counted.index, room);
        joined.set(counted.index, column);
        column.join(counted);
      }
    },
    columns: () => [...joined.values()].map((column) => column.counted()),
  };
}

/** Joins cells of a column, those of each in the order of their rows. */
export function joinCells(all: readonly FoundCells[]): FoundCells {
  const joined = noCells();
  for (const cells of all) join(joined, cells);
  return joined;
}

interface ColumnCounter {
  readonly index: number;
  fill(cells: number): void;
  /** Adds a cell of a row that makes its subscriber active. */
  add(cell: string, row: number): void;
  join(column: LeftOutColumn): void;
  counted(): LeftOutColumn;
}

/** Counts the cells of a column; `room` is what its words, and those of the other columns, may take. */
function createCounter(index: number, room: { characters: number }): ColumnCounter {
  let filled = 0;
  let words: Map<string, Cells> | null = new Map();
  const values: string[] = [];
  const leaving = noCells();
  const said = noCells();

  const keepValue = (cell: string) => {
    if (values.length >= VALUES || cell.length > room.characters || values.includes(cell)) return;
    room.characters -= cell.length;
    values.push(cell);
  };
  /** Adds a cell, or several alike, of a column without words, by what counts them. */
  const addText = (cell: string, count: (found: Cells) => void) => {
    if (cell === '') return;
    if (values.length < VALUES) keepValue(exampleOf(cell));
    if (!isNoDate(cell)) count(said);
    if (speaksOfLeaving(cell)) count(leaving);
  };
  const endWords = () => {
    const ended = words ?? [];
    words = null;
    for (const [word] of ended) room.characters += costOf(word);
    for (const [word, cells] of ended) addText(word, (found) => join(found, cells));
  };
  const addCells = (cell: string, cells: FoundCells) => {
    const known = words?.get(cell);
    if (known !== undefined) return join(known, cells);
    const isFull =
      words === null || words.size >= WORDS || cell.length > WORD_CHARACTERS || costOf(cell) > room.characters;
    if (isFull) {
      endWords();
      return addText(cell, (found) => join(found, cells));
    }
    room.characters -= costOf(cell);
    words?.set(cell, { ...cells, rows: [...cells.rows] });
  };
  return {
    index,
    fill: (cells) => {
      filled += cells;
    },
    add: (cell, row) => {
      if (words === null) return addText(cell, (found) => note(found, cell, row));
      const known = words.get(cell);
      if (known === undefined) addCells(cell, { count: 1, rows: [row], example: exampleOf(cell) });
      else note(known, cell, row);
    },
    join: (column) => {
      filled += column.filled;
      for (const [word, cells] of column.words ?? []) addCells(word, cells);
      if (column.words !== null) return;
      endWords();
      column.values.forEach(keepValue);
      join(said, column.said);
      join(leaving, column.leaving);
    },
    counted: () => ({ index, filled, words: words === null ? null : [...words], values, leaving, said }),
  };
}

interface Cells extends FoundCells {
  count: number;
  rows: number[];
  example: string;
}

function noCells(): Cells {
  return { count: 0, rows: [], example: '' };
}

/** Counts one more cell, of a row behind those that were counted. */
function note(cells: Cells, cell: string, row: number): void {
  if (cells.count === 0) cells.example = exampleOf(cell);
  cells.count += 1;
  if (cells.rows.length < ROWS) cells.rows.push(row);
}

function costOf(word: string): number {
  return word.length + WORD_COST;
}

function exampleOf(cell: string): string {
  return storableText(cell.slice(0, WORD_CHARACTERS));
}

function join(cells: Cells, others: FoundCells): void {
  const isFirst = (others.rows[0] ?? Infinity) < (cells.rows[0] ?? Infinity);
  if (isFirst) cells.example = others.example;
  cells.count += others.count;
  const isFull = cells.rows.length >= ROWS && (others.rows[0] ?? Infinity) > (cells.rows.at(-1) ?? 0);
  if (!isFull) cells.rows = [...cells.rows, ...others.rows].sort((one, other) => one - other).slice(0, ROWS);
}
