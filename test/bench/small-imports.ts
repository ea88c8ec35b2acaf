import { subscriberImportWorkflowId } from '../../engine/jobs/subscriber-import.ts';
import { createList } from './api-client.ts';
import type { Bench } from './bench.ts';
import { latenciesOf } from './latencies.ts';
import type { Latencies } from './latencies.ts';
import { csvText } from './rows.ts';
import { timeImport } from './timed-import.ts';
import type { ImportOrder } from './timed-import.ts';
import { readJobHistory } from './timeline.ts';

export const SMALL_ROWS = 100;

/** Latencies of imports of SMALL_ROWS inline rows one after the other, from POST to finished. */
export interface SmallImports {
  readonly latencies: Latencies;
  /** Of the last one. */
  readonly events: number;
  readonly problems: readonly string[];
}

/** Imports new subscribers a hundred at a time into a list of their own. */
export async function timeSmallImports({ api, args, client, signal }: Bench): Promise<SmallImports> {
  const { id: listId } = await createList(api, 'Small imports');
  const times: number[] = [];
  let last = 0;
  const problems: string[] = [];
  for (let number = 0; number < args.small; number++) {
    const imported = await timeImport(api, smallOrder(listId, number), signal);
    times.push(imported.seconds * 1000);
    last = imported.id;
    problems.push(...imported.problems);
  }
  const workflowId = subscriberImportWorkflowId(last, '');
  // Its row tells of the end a moment before the history does.
  await client.workflow.getHandle(workflowId).result();
  const { events } = await readJobHistory(client, workflowId);
  return { latencies: latenciesOf(times), events, problems };
}

/** An import of SMALL_ROWS inline rows that are new to the list, as long as each has another number. */
export function smallOrder(listId: number, number: number): ImportOrder {
  const source = { type: 'json', content: csvText(number * SMALL_ROWS, SMALL_ROWS) };
  return { listId, source, overwrite: false, rows: SMALL_ROWS, counter: 'added', pollMs: POLL_MS };
}

/** Shorter than what is measured, longer than an answer takes. */
const POLL_MS = 10;
