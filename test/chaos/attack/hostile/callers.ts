import type { Hostile } from './hostile.ts';

/** Callers that work at the same time, each again and again. */
export interface Callers {
  readonly callers: number;
  /** Rounds of each caller; any number by default. */
  readonly rounds?: number;
  /** Milliseconds after which no round begins, except the first one of each caller; no limit by default. */
  readonly forMs?: number;
}

/** The numbers of a caller and of its round, from 0. */
export interface CallerRound {
  readonly caller: number;
  readonly round: number;
}

/** Lets callers work, each in its next round when the last one is done. */
export async function callRounds(
  { callers, rounds = Infinity, forMs = Infinity }: Callers,
  work: (numbers: CallerRound) => Promise<unknown>,
): Promise<void> {
  const began = performance.now();
  const isOver = (round: number) => round >= rounds || (round > 0 && performance.now() - began >= forMs);
  const call = async (_: unknown, caller: number) => {
    for (let round = 0; !isOver(round); round++) await work({ caller, round });
  };
  await Promise.all(Array.from({ length: callers }, call));
}

/** Lets callers import files of so many rows, each its next one when the last one has ended. */
export async function importRounds(hostile: Hostile, rows: number, callers: Callers): Promise<void> {
  await callRounds(callers, async (numbers) => {
    const id = await hostile.startImport({ type: 'json', content: fileOf(rows, numbers) });
    await hostile.finishImports([id], IMPORT_LIMIT_MS);
  });
}

/** Within it an import of a caller ends, or is cancelled. */
const IMPORT_LIMIT_MS = 60_000;

/** A file of a caller, whose every row is another one in each round. */
export function fileOf(rows: number, { caller, round }: CallerRound): string {
  const line = (_: unknown, n: number) => `caller${caller}row${n}@example.com,A city named ${n},${round}\n`;
  return `email,city,score\n${Array.from({ length: rows }, line).join('')}`;
}
