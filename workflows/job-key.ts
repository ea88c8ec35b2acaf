import { ActivityFailure, ApplicationFailure, defaultPayloadConverter } from '@temporalio/workflow';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Headers } from '@temporalio/common';
import { JOB_KEY_HEADER, ROW_LOST } from './names.ts';

/**
 * Gives every activity of a job the random key that the job has got at its creation, by which the worker finds out whether the
 * database has its row. When it has not, the run ends: the database was set back, and another job may have the same id since. A
 * query, an update or a signal that is meant for that job is not this one's.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  /** Of a job of a version without keys, and of a workflow that is no job: null. */
  let key: string | null = null;
  let end: (failure: Error) => void = () => undefined;
  const rowLost = new Promise<never>((_, reject) => (end = reject));
  rowLost.catch(() => undefined);

  const withKey = <Input extends { readonly headers: Headers }>(input: Input): Input =>
    key === null
      ? input
      : { ...input, headers: { ...input.headers, [JOB_KEY_HEADER]: defaultPayloadConverter.toPayload(key) } };
  /** Passes the promise on as it is: one more step would change the order of commands of recorded histories. */
  const noting = (activity: Promise<unknown>): Promise<unknown> => {
    activity.catch((error: unknown) => isRowLost(error) && end(error));
    return activity;
  };
  const isForOther = ({ headers }: { readonly headers: Headers }): boolean => {
    const payload = headers[JOB_KEY_HEADER];
    return payload !== undefined && defaultPayloadConverter.fromPayload(payload) !== key;
  };

  return {
    inbound: [
      {
        execute: (input, next) => {
          key = keyOf(input.args[0]);
          return Promise.race([next(input), rowLost]);
        },
        handleQuery: (input, next) => (isForOther(input) ? Promise.reject(otherJob()) : next(input)),
        validateUpdate: (input, next) => {
          if (isForOther(input)) throw otherJob();
          next(input);
        },
        handleSignal: (input, next) => {
          if (!isForOther(input)) return next(input);
          end(otherJob());
          return Promise.resolve();
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => noting(next(withKey(input))),
        scheduleLocalActivity: (input, next) => noting(next(withKey(input))),
      },
    ],
  };
};

function keyOf(input: unknown): string | null {
  const { jobKey } = (input ?? {}) as { readonly jobKey?: unknown };
  return typeof jobKey === 'string' ? jobKey : null;
}

function isRowLost(error: unknown): error is ActivityFailure {
  return error instanceof ActivityFailure && error.cause instanceof ApplicationFailure && error.cause.type === ROW_LOST;
}

function otherJob(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    'The database has another job of this id: it was restored to an earlier time, or has failed over, since this job was created.',
    ROW_LOST,
  );
}
