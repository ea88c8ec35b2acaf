import { AsyncLocalStorage } from 'node:async_hooks';

/** The request, job and activity that a log line belongs to: ids only. */
export interface LogContext {
  requestId?: string;
  workflowId?: string;
  importId?: number;
  activity?: string;
  attempt?: number;
}

const storage = new AsyncLocalStorage<LogContext>();

/** Runs the work with this context: every line logged during it carries these ids. */
export function withLogContext<Result>(context: LogContext, work: () => Result): Result {
  return storage.run(context, work);
}

/** Adds ids to the context of the current work. */
export function addToLogContext(context: LogContext): void {
  Object.assign(storage.getStore() ?? {}, context);
}

/** Returns the context of the current work. */
export function logContext(): LogContext {
  return storage.getStore() ?? {};
}
