import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHeartbeatTurns } from './heartbeat-turns.ts';

const turns = createHeartbeatTurns();
const timeLimits = new AsyncLocalStorage<AbortSignal>();

/**
 * Heartbeats while `work` runs, so that a lost worker is noticed and a cancellation arrives; `work` gets the signal that
 * a cancellation aborts, or the end of its time (`withTimeLimit`). Whatever aborted work throws is the reason; what it returns is its result.
 */
export async function whileHeartbeating<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const { cancellationSignal, info, heartbeat } = Context.current();
  const limit = timeLimits.getStore();
  const signal = limit === undefined ? cancellationSignal : AbortSignal.any([cancellationSignal, limit]);
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

/** Aborts what `work` does while it heartbeats after so many milliseconds. It then fails. */
export async function withTimeLimit<Result>(ms: number, work: () => Promise<Result>): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeOver()), ms);
  try {
    return await timeLimits.run(controller.signal, work);
  } finally {
    clearTimeout(timer);
  }
}

function timeOver(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'TimeOver',
    message: 'The time for this attempt is over.',
    // It is done in another way, so it is no failure for logs and metrics of the SDK.
    category: ApplicationFailureCategory.BENIGN,
  });
}

/** Heartbeats for the activities of a task queue, so that those of a lost worker are soon given to another one. */
export function heartbeatOnQueue(taskQueue: string): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      execute: (input, next) =>
        info.isLocal || info.taskQueue !== taskQueue ? next(input) : whileHeartbeating(() => next(input)),
    },
  });
}
