import { createList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { csvText } from './rows.ts';
import { timeImport } from './timed-import.ts';

export const SMALL_ROWS = 100;

/** How long imports of SMALL_ROWS inline rows took one after the other, from POST to finished. */
export interface SmallImports {
  readonly seconds: readonly number[];
  readonly problems: readonly string[];
}

/** Imports new subscribers a hundred at a time into a list of their own. */
export async function timeSmallImports({ api, args, signal }: Bench): Promise<SmallImports> {
  const { id: listId } = await createList(api, 'Small imports');
  const seconds: number[] = [];
  const problems: string[] = [];
  for (let number = 0; number < args.small; number++) {
    const source = { type: 'json', content: csvText(number * SMALL_ROWS, SMALL_ROWS) };
    const order = { listId, source, overwrite: false, rows: SMALL_ROWS, counter: 'added', pollMs: POLL_MS } as const;
    const imported = await timeImport(api, order, signal);
    seconds.push(imported.seconds);
    problems.push(...imported.problems);
  }
  return { seconds, problems };
}

/** Shorter than what is measured, longer than an answer takes. */
const POLL_MS = 10;
