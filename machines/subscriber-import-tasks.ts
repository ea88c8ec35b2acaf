import type { SubscriberImportContext } from './subscriber-import-context.ts';
import { mostFailed } from './guard-reasons.ts';
import { todo } from './tasks.ts';
import type { Tasks } from './tasks.ts';

/** Tasks between two checkpoints: about 200 history events, far from the 10,000 where Temporal begins to warn. */
const BATCH_TASKS = 96;

/** The input of work on the whole import. */
export function importOf({ context }: { context: SubscriberImportContext }): { importId: number } {
  return { importId: context.importId };
}

/** The same with the share of the workers that it is to take. */
export function sizedImportOf({ context }: { context: SubscriberImportContext }) {
  const { goesWithSmall } = context;
  return { ...importOf({ context }), ...(goesWithSmall !== undefined && { goesWithSmall }) };
}

/** The input of work on the next tasks. */
export function batchOf(context: SubscriberImportContext, tasks: Tasks) {
  const rows = Math.round((context.records ?? 0) / Math.max(1, tasks.total));
  return { ...sizedImportOf({ context }), numbers: todo(tasks, BATCH_TASKS), total: tasks.total, rows };
}

/** The same for chunks, with how many records may fail. */
export function chunksOf(context: SubscriberImportContext) {
  const maxFailed = mostFailed(context);
  return { ...batchOf(context, context.chunks), ...(maxFailed !== undefined && { maxFailed }) };
}

/** The input of work on the task that an operator gives up. */
export function givenUpOf({ context }: { context: SubscriberImportContext }) {
  return { importId: context.importId, ...(context.givenUp ?? { number: -1, reason: '' }) };
}
