import {
  ActivityFailure,
  ApplicationFailure,
  ContinueAsNew,
  continueAsNew,
  defaultPayloadConverter,
} from '@temporalio/workflow';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import type { Headers } from '@temporalio/common';
import { EPOCH_HEADER, JOB_KEY_HEADER, ROW_LOST, WENT_BACK } from './names.ts';
import { tellWentBack } from './went-back.ts';

/**
 * Gives every activity of a job the random key that the job has got at its creation, by which the worker finds out whether the
 * database has its row. When it has not, the run ends: the database was set back, and another job may have the same id since. A
 * query, an update or a signal that is meant for that job is not this one's.
 *
 * Activities also get the epoch of the database in which the job has worked. When the database has another one, it was set back
 * and has the row: the job continues as new, without a snapshot, and finds in its ledger what is done.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  /** Of a job of a version without keys, and of a workflow that is no job: null. */
  let key: string | null = null;
  /** Null as well for a job that was started without one. */
  let epoch: string | null = null;
  let end: (failure: Error) => void = () => undefined;
  const rowLost = new Promise<never>((_, reject) => (end = reject));
  rowLost.catch(() => undefined);
  let leave: () => void = () => undefined;
  const wentBack = new Promise<void>((resolve) => (leave = resolve));
  let isBack = false;

  const withKey = <Input extends { readonly headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, ...headerOf(JOB_KEY_HEADER, key), ...headerOf(EPOCH_HEADER, epoch) },
  });
  /** Passes the promise on as it is: one more step would change the order of commands of recorded histories. */
  const noting = (activity: Promise<unknown>): Promise<unknown> => {
    activity.catch((error: unknown) => {
      const failure = error instanceof ActivityFailure ? error.cause : error;
      if (!(failure instanceof ApplicationFailure)) return;
      if (failure.type === ROW_LOST) end(error as Error);
      if (failure.type === WENT_BACK) goBack(failure);
    });
    return activity;
  };
  const goBack = ({ details }: ApplicationFailure) => {
    epoch = String(details?.[0]);
    isBack = true;
    if (!tellWentBack()) leave();
  };
  const isForOther = ({ headers }: { readonly headers: Headers }): boolean => {
    const payload = headers[JOB_KEY_HEADER];
    return payload !== undefined && defaultPayloadConverter.fromPayload(payload) !== key;
  };

  return {
    inbound: [
      {
        execute: (input, next) => {
          key = textOf(input.args[0], 'jobKey');
          epoch = textOf(input.args[0], 'epoch');
          const again = wentBack.then(() => continueAsNew(input.args[0]));
          // Work that the host does not stop, such as the clean-up at the end, may fail before the run leaves.
          const done = next(input).catch((error: unknown) => {
            if (!isBack || error instanceof ContinueAsNew) throw error;
            leave();
            return again;
          });
          return Promise.race([done, rowLost, again]);
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
        continueAsNew: ({ args: [input, ...others], ...rest }, next) =>
          next({ ...rest, args: [epoch === null ? input : { ...(input as object), epoch }, ...others] }),
      },
    ],
  };
};

function textOf(input: unknown, name: string): string | null {
  const value: unknown = ((input ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : null;
}

function headerOf(name: string, value: string | null): Headers {
  return value === null ? {} : { [name]: defaultPayloadConverter.toPayload(value) };
}

function otherJob(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    'The database has another job of this id: it was restored to an earlier time, or has failed over, since this job was created.',
    ROW_LOST,
  );
}
