import { Pool } from 'pg';
import {
  QueryNotRegisteredError,
  ServiceError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import pino from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTemporalJobs } from '../../../api/jobs/temporal-jobs.ts';
import type { OperatorJob } from '../../../engine/db/jobs/operator.ts';
import type { JobAction } from '../../../engine/jobs/job-actions.ts';
import { TimedOut } from '../../../engine/platform/timeouts.ts';
import type { JobStart } from '../../../engine/jobs/start-job.ts';
import { standInClient } from '../../support/stand-in-client.ts';

const log = pino({ level: 'silent' });
const BY = { type: 'api_key', id: 7 } as const;
const JOB = { workflowId: 'subscriber-import/1', jobKey: null };
const OPERATOR_JOB = { ...JOB, kind: 'subscriber_import', state: 'importing' } as OperatorJob;
const GONE = new WorkflowNotFoundError('gone', 'subscriber-import/1', undefined);
const LATE = new WorkflowUpdateRPCTimeoutOrCancelledError('late');
const UNREACHABLE = new ServiceError('unreachable');
/** The server's refusal of an update while the tasks of the workflow fail. */
const TURNED_AWAY = new ServiceError('Workflow Update failed', {
  cause: Object.assign(new Error('9 FAILED_PRECONDITION'), { code: 9, details: '', metadata: {} }),
});
const BUG = new TypeError('a bug');

interface Behaviour {
  query?: () => Promise<unknown>;
  startUpdate?: () => Promise<{ result: () => Promise<unknown> }>;
  start?: () => Promise<unknown>;
  describe?: () => Promise<unknown>;
}

const jobsThat = ({ start, ...handle }: Behaviour) =>
  createTemporalJobs({
    client: standInClient({
      workflow: { getHandle: () => handle, start },
      withAbortSignal: (_: AbortSignal, call: () => Promise<unknown>) => call(),
    }),
    pool: new Pool(),
    log,
    own: () => Promise.resolve(),
  });
const failing = (error: Error) => () => Promise.reject(error);
const acceptedThen = (result: () => Promise<unknown>) => () => Promise.resolve({ result });
const failedWith = (type: string | null, message = 'no') =>
  failing(new WorkflowUpdateFailedError('failed', ApplicationFailure.nonRetryable(message, type)));

/** Refusals of a command that is not in effect. */
const UNTAKEN = [
  ['no worker has processed it', acceptedThen(failedWith('UnprocessedUpdate'))],
  ['the job takes none at this moment', acceptedThen(failedWith('NotNow'))],
  ['the workflow has no handler yet', acceptedThen(failedWith(null, 'No registered handler for update: pause'))],
  ['the tasks of the workflow fail', failing(TURNED_AWAY)],
] as const;

describe('jobs on Temporal', () => {
  describe('view', () => {
    it('answers what the workflow answers', async () => {
      const view = { state: 'importing' };
      expect(await jobsThat({ query: () => Promise.resolve(view) }).view(JOB)).toBe(view);
    });

    it.each([
      ['the workflow is gone', GONE],
      ['the service cannot be reached', UNREACHABLE],
      ['the query is not known there', new QueryNotRegisteredError('unknown', 3)],
    ])('is null when %s', async (_, error) => {
      expect(await jobsThat({ query: failing(error) }).view(JOB)).toBeNull();
    });

    it('throws what is a bug', async () => {
      await expect(jobsThat({ query: failing(BUG) }).view(JOB)).rejects.toBe(BUG);
    });
  });

  describe('command', () => {
    it.each([
      ['done', 'it holds', acceptedThen(() => Promise.resolve({}))],
      ['done', 'the workflow ends on it', acceptedThen(failedWith('AcceptedUpdateCompletedWorkflow'))],
      ['done', 'the workflow is gone once it has accepted it', acceptedThen(failing(GONE))],
      ['rejected', 'the validator refuses it', acceptedThen(failedWith('CommandRejected'))],
      ['gone', 'there is no such workflow', failing(GONE)],
      ['unanswered', 'nobody accepts it in time', failing(LATE)],
      ['unanswered', 'it is accepted and not completed in time', acceptedThen(failing(LATE))],
      ['unanswered', 'the service cannot be reached', failing(UNREACHABLE)],
    ] as const)('is %s when %s', async (outcome, _, startUpdate) => {
      expect(await jobsThat({ startUpdate }).command(JOB, 'pause', BY)).toMatchObject({ outcome });
    });

    // Each is tried for three seconds.
    it.concurrent.each(UNTAKEN)('is untaken when %s', async (_, startUpdate) => {
      expect(await jobsThat({ startUpdate }).command(JOB, 'pause', BY)).toEqual({ outcome: 'untaken' });
    });

    it.each(UNTAKEN)('is done when it is sent again after %s', async (_, startUpdate) => {
      const tries = [startUpdate, startUpdate, acceptedThen(() => Promise.resolve({ state: 'paused' }))];
      const jobs = jobsThat({ startUpdate: () => tries.shift()!() });
      expect(await jobs.command(JOB, 'pause', BY)).toEqual({ outcome: 'done', view: { state: 'paused' } });
    });

    describe('of which nothing is heard', () => {
      afterEach(() => void vi.useRealTimers());
      const never = () => new Promise<never>(() => undefined);

      it.each([
        ['is not accepted', never],
        ['is not completed', acceptedThen(never)],
      ])('is unanswered within 15 s when it %s', async (_, startUpdate) => {
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
        const jobs = jobsThat({ startUpdate, describe: never });
        const command = jobs.command(JOB, 'pause', BY).then(({ outcome }) => outcome);
        const action = jobs.perform(new Pool(), OPERATOR_JOB, 'pause', BY).catch((error: Error) => error.message);
        await vi.advanceTimersByTimeAsync(14_000);
        const nothing = Promise.resolve('nothing');
        expect(await Promise.race([command, nothing])).toBe('unanswered');
        expect(await Promise.race([action, nothing])).toContain('No worker responded in time');
      });
    });

    it.each([failing(BUG), acceptedThen(failedWith('AnotherFault'))])('throws what is a bug', async (startUpdate) => {
      await expect(jobsThat({ startUpdate }).command(JOB, 'pause', BY)).rejects.toThrow();
    });
  });

  describe('perform', () => {
    const job = { workflowId: JOB.workflowId, jobKey: null, kind: 'subscriber_import' } as OperatorJob;
    const perform = (behaviour: Behaviour, action: JobAction = 'retry') =>
      jobsThat(behaviour).perform(new Pool(), job, action, BY);
    const NOT_ANSWERED = { situation: 'no_worker_answered', retryAfter: 5 };

    it.concurrent.each(UNTAKEN)(
      'is not answered, and says that nothing has changed, when %s',
      async (_, startUpdate) => {
        const message = expect.stringMatching(/^No worker took retry, so the state of .* is unchanged/) as string;
        await expect(perform({ startUpdate })).rejects.toMatchObject({ ...NOT_ANSWERED, message });
      },
    );

    it.each([
      ['no worker accepts it in time', failing(LATE), /^No worker responded in time, so it is unknown whether/],
      ['it takes too long', acceptedThen(failing(new TimedOut())), /^No worker responded in time, so it is unknown/],
      ['Temporal cannot be reached', failing(UNREACHABLE), /^Temporal does not answer, so it is not known whether/],
    ] as const)('is not answered when %s', async (_, startUpdate, sentence) => {
      const message = expect.stringMatching(sentence) as string;
      await expect(perform({ startUpdate })).rejects.toMatchObject({ ...NOT_ANSWERED, message });
    });

    it('says that a job does not run when it has no workflow', async () => {
      const gone = { describe: failing(GONE), startUpdate: failing(GONE) };
      await expect(perform(gone, 'unpause')).rejects.toMatchObject({ code: 'not_found' });
    });

    it.each(['restart', 'unpause'] as const)('is not answered when Temporal cannot be reached: %s', async (action) => {
      await expect(perform({ describe: failing(UNREACHABLE) }, action)).rejects.toMatchObject(NOT_ANSWERED);
    });
  });

  describe('inspect', () => {
    it('is not answered when Temporal cannot be reached', async () => {
      const message = expect.stringMatching(/^Temporal does not answer, so the job cannot be looked at/) as string;
      const situation = 'no_worker_answered';
      await expect(jobsThat({ describe: failing(UNREACHABLE) }).inspect(JOB)).rejects.toMatchObject({
        situation,
        message,
      });
    });
  });

  describe('start', () => {
    const job = { workflowType: 'subscriberImport', workflowId: 'subscriber-import/1' } as JobStart;

    it('is true once the workflow runs', async () => {
      expect(await jobsThat({ start: () => Promise.resolve() }).start(job)).toBe(true);
    });

    it('is false when the service cannot be reached', async () => {
      expect(await jobsThat({ start: failing(UNREACHABLE) }).start(job)).toBe(false);
    });
  });
});
