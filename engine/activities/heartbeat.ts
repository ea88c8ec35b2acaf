import { Context } from '@temporalio/activity';
import { createHeartbeatTurns } from './heartbeat-turns.ts';

const turns = createHeartbeatTurns();

/**
 * Heartbeats while `work` runs, so that a lost worker is noticed and a cancellation arrives; `work` gets the signal that
 * a cancellation aborts. Whatever cancelled work throws is the cancellation; what it returns is its result.
 */
export async function whileHeartbeating<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { cancellationSignal: signal, info, heartbeat } = Context.current();
  const end = info.isLocal ? undefined : turns.begin(info.workflowExecution?.runId ?? '', { heartbeat, signal });
  try {
    return await work(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    end?.();
  }
}
