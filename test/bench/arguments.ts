import { parseArgs } from 'node:util';

/** The parts of the bench, in the order in which they are measured. */
export const BENCH_PARTS = [
  'imports',
  'log',
  'small',
  'clients',
  'export',
  'manners',
  'commands',
  'deletion',
  'rules',
  'growth',
  'sharing',
] as const;
export type BenchPart = (typeof BENCH_PARTS)[number];

/** Options of a run of the bench. */
export interface BenchArguments {
  /** Rows of the file. */
  readonly rows: number;
  /** Number of repetitions of the four imports, each time into a new list of an empty table. */
  readonly runs: number;
  /** Number of repetitions of the plain COPY, in between the imports. */
  readonly copies: number;
  /** Number of small inline imports that are timed. */
  readonly small: number;
  /** Rows of larger files, whose imports are compared with the one before. */
  readonly growth: readonly number[];
  readonly only: ReadonlySet<BenchPart>;
}

/**
 * Reads `--rows N --runs N --copies N --small N --growth N,N --only part,part`; the imports are always measured, since the
 * other parts work on what they leave. @throws Error with a sentence about the first mistake.
 */
export function parseArguments(args: readonly string[]): BenchArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '1000000' },
      runs: { type: 'string', default: '5' },
      copies: { type: 'string', default: '5' },
      small: { type: 'string', default: '20' },
      growth: { type: 'string', default: '' },
      only: { type: 'string', default: BENCH_PARTS.join(',') },
    },
  });
  return {
    rows: count('rows', values.rows, MAX_ROWS),
    runs: count('runs', values.runs, 100),
    copies: count('copies', values.copies, 100),
    small: count('small', values.small, 1000),
    growth: values.growth.split(',').flatMap((text) => (text === '' ? [] : count('growth', text, MAX_ROWS))),
    only: new Set(values.only.split(',').map(partOf)),
  };
}

/** Row numbers are scrambled within 32 bits to make unique addresses. */
const MAX_ROWS = 1_000_000_000;

function count(name: string, text: string, max: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name} is "${text}" but must be a whole number from 1 to ${max}.`);
}

function partOf(text: string): BenchPart {
  const part = BENCH_PARTS.find((known) => known === text.trim());
  if (part !== undefined) return part;
  throw new Error(`--only names "${text}" but its parts are ${BENCH_PARTS.join(', ')}.`);
}
