import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from 'pino';
import { jobLogIds } from '../job-kinds/log-ids.ts';
import { describeError } from '../platform/describe-error.ts';
import { withLogContext } from '../platform/log-context.ts';

/** The SDK's levels as pino's; its own start and stop messages are of no interest to operators. */
const LEVELS = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/** The workers of downloads and of webhooks run no workflows. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks';

/** Creates a logger that writes what Temporal's SDK logs as lines of the service, with the ids of the job that they are about. */
export function createSdkLogger(log: Logger): DefaultLogger {
  return new DefaultLogger('INFO', ({ level, meta = {}, message }) => {
    const { workflowId } = meta;
    const job = typeof workflowId === 'string' ? jobLogIds(workflowId) : {};
    // The SDK may write them during an activity of another job.
    withLogContext(job, () => log[message === EXPECTED_WARNING ? 'debug' : LEVELS[level]](readable(meta), message));
  });
}

/** Replaces an error by its description without row contents. */
function readable({ error, ...rest }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (error === undefined) return rest;
  return error instanceof Error ? { ...rest, fault: describeError(error) } : { ...rest, error };
}
