import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log is about, as far as it is about one: ids only. */
export interface LogContext {
  requestId?: string;
  workflowId?: string;
  importId?: number;
  activity?: string;
  attempt?: number;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs the work, and has every line that is logged in the course of it tell what it is about. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Adds to what the lines of the work under way tell. */
export function addToLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

/** What the work under way is about. */
export function logContext(): LogContext {
  return storage.getStore() ?? {};
}
