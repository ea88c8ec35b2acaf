import type { LogContext } from '../platform/log-context.ts';
import { CLIENT_JOB_KINDS } from './index.ts';

/**
 * The ids by which lines of the log name the job of a workflow: its workflow id, and the number of an import. They are read from
 * the workflow id alone, so that no line has the number of another job.
 */
export function jobLogIds(workflowId: string): LogContext {
  for (const { idPrefix, route } of CLIENT_JOB_KINDS) {
    const id = new RegExp(`${idPrefix}/([1-9]\\d{0,15})$`).exec(workflowId)?.[1];
    if (route !== undefined && id !== undefined) return { workflowId, [route.logField]: Number(id) };
  }
  return { workflowId };
}
