import { AsyncLocalStorage } from 'node:async_hooks';

const labels = new AsyncLocalStorage<string>();

/** Runs work whose transactions say in pg_stat_activity for which job they are at work. */
export function labelled<Result>(workflowId: string, work: () => Promise<Result>): Promise<Result> {
  return labels.run(`${LABEL_PREFIX}${workflowId}`, work);
}

/** Prefix of the application_name of a labelled transaction; the workflow id follows. */
export const LABEL_PREFIX = 'sluice-worker ';

/** The label of the present work; undefined outside of any. */
export function presentLabel(): string | undefined {
  return labels.getStore();
}
