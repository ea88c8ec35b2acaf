import { activityInfo, cancellationSignal, heartbeat } from '@temporalio/activity';

const HEARTBEAT_MS = 500;

/**
 * Heartbeats while `work` runs, so that a lost worker is noticed and a cancellation arrives; `work` gets the signal that
 * a cancellation aborts. Whatever cancelled work throws is the cancellation; what it returns is its result.
 */
export async function whileHeartbeating<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = cancellationSignal();
  const timer = activityInfo().isLocal ? undefined : setInterval(() => heartbeat(), HEARTBEAT_MS);
  try {
    return await work(signal);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearInterval(timer);
  }
}
